import type { Answer, Card } from './card.js';

/** A session as clients see it. */
export interface Session {
  session_id: string;
  agent_id: string;
  title: string;
  matter_id?: string;
  metadata?: Record<string, unknown>;
  created_at: string;
  /** Of the latest change of anything in here. Each change is later than the one before, so it tells which of two is newer. */
  updated_at: string;
  /** The number of the latest turn; 0 where there is none yet. */
  turn: number;
  active_run_id: string | null;
  /** The id of the pending card. */
  awaiting_card: string | null;
}

export interface Message {
  message_id: string;
  role: 'user' | 'assistant';
  content: string;
  turn: number;
  run_id: string;
  created_at: string;
  preempted?: boolean;
  failed?: boolean;
  card?: Card;
  answers?: Answer[];
}

export interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}
