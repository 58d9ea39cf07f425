/** What a new message does to what it meets; the first value is the default (protocol, section 4). */
export const ON_ACTIVE_TURN = ['preempt', 'reject', 'enqueue'] as const;
export type OnActiveTurn = (typeof ON_ACTIVE_TURN)[number];

export const ON_PENDING_CARD = ['reject', 'supersede', 'answer'] as const;
export type OnPendingCard = (typeof ON_PENDING_CARD)[number];

export const ON_DISCONNECT = ['cancel', 'continue'] as const;
export type OnDisconnect = (typeof ON_DISCONNECT)[number];

export interface Policies {
  on_active_turn: OnActiveTurn;
  on_pending_card: OnPendingCard;
  on_disconnect: OnDisconnect;
}

export const DEFAULT_POLICIES: Policies = { on_active_turn: 'preempt', on_pending_card: 'reject', on_disconnect: 'cancel' };
