/** For requests of the SDK, whose own limit would be 60 s for each: the engine has limits of its own. */
export const NO_TIMEOUT_MS = 2 ** 31 - 1;
