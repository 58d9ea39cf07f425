export * from './consultation-state.js';
export { type ConsultationOptions, ConsultationStore, type SendOptions } from './consultation-store.js';
export type { OutboxStorage } from './outbox.js';
