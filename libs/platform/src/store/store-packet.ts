/** What travels beside a call: for which request it is made, and the proof that one of our services makes it. */
export interface StoreMetadata {
  trace_id?: string;
  internal_token?: string;
}

/** A call as it arrives. */
export interface StorePacket {
  /** Absent: nobody waits for an answer. */
  id?: string;
  pattern: unknown;
  data?: unknown;
  metadata?: StoreMetadata;
}

/** A piece of an answer; the last one of a call is disposed or an error. */
export interface StoreReply {
  id: string;
  response?: unknown;
  err?: unknown;
  isDisposed?: boolean;
}

/** Answered by every store, for readiness. */
export const STORE_PING = 'store.ping';
