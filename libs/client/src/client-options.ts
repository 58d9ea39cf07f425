export interface ClientOptions {
  /** Where Parley is: `https://parley.example.com`, or `''` for the origin of the page. `/api/v1/consultations` comes behind it unless it is there. */
  baseUrl: string;
  /** The access token, if any; asked before every request, and once more when the server refuses it (401). */
  getToken?: () => Token | Promise<Token>;
  /** Sent as `x-user-id`: who this is, where the server verifies nobody (`AUTH_MODE=none`). */
  userId?: string | number;
  /** Further headers, read for every request. */
  headers?: Readonly<Record<string, string>>;
  /** Instead of the platform's. */
  fetch?: typeof fetch;
  /** How long a connection may be silent before another one is made. The server says something every 15 s. Default 45 000. */
  silenceMs?: number;
  retry?: Partial<RetryLimits>;
}

export type Token = string | null | undefined;

export interface RetryLimits {
  /** How many attempts may fail in a row, none of them getting anywhere, before the client gives up. Default 10: half a minute where each fails at once. */
  attempts: number;
  /** The longest wait after the first failure; it doubles with each one. Waits are cut by chance, at most to half. Default 250. */
  firstMs: number;
  /** The longest wait of all. Default 8000. */
  longestMs: number;
  /** The longest `Retry-After` that is waited for; a longer one ends the request with its problem. Default 60 000. */
  retryAfterMs: number;
}
