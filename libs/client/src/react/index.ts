export * from '../store/index.js';
export { type Consultation, ParleyProvider, useConsultation, type UseConsultationOptions } from './use-consultation.js';
