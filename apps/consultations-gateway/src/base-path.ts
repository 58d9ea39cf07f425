/** Where the public API is (protocol, section 4). */
export const BASE_PATH = 'api/v1/consultations';
