/** What a person is asked at an interrupt (protocol, section 3). */
export const REVIEW_TYPES = ['clarify', 'select', 'confirm', 'phase_done'] as const;
export type ReviewType = (typeof REVIEW_TYPES)[number];

export const INPUT_TYPES = ['text', 'textarea', 'number', 'date', 'boolean', 'select', 'multi_select'] as const;
export type InputType = (typeof INPUT_TYPES)[number];

export interface QuestionOption {
  value: string;
  label: string;
}

/** A question as a skill asks it; the gate adds the `item_id`. */
export interface AskedQuestion {
  question: string;
  field_key: string;
  required: boolean;
  input_type: InputType;
  options?: QuestionOption[];
  default?: unknown;
  placeholder?: string;
  help?: string;
  min?: number;
  max?: number;
  min_length?: number;
  max_length?: number;
  pattern?: string;
  todo?: boolean;
}

export interface Question extends AskedQuestion {
  item_id: string;
}

export interface CardItem {
  item_id: string;
  skill: string;
  source: 'local' | 'remote';
  review_type: ReviewType;
  message?: string;
  tool_call_id?: string;
  tool_name?: string;
  questions: Question[];
}

export interface Card {
  /** The stable marker: the same for single, batch and remote interrupts. */
  type: 'interrupt';
  /** New for every ask, also when the question repeats. */
  card_id: string;
  review_type: ReviewType;
  message?: string;
  items: CardItem[];
  /** All items' questions, flat, in order. */
  questions: Question[];
  created_at: string;
  expires_at?: string;
}

export interface PendingCard {
  has_pending_card: boolean;
  card: Card | null;
}

export interface Answer {
  field_key: string;
  value: unknown;
  item_id?: string;
}

export type AnswerAction = 'submit' | 'cancel';

export interface UserResponse {
  action?: AnswerAction;
  answers?: Answer[];
}

/** The accepted answers of one item, as the graph merges them. */
export interface ItemAnswers {
  item_id: string;
  skill: string;
  /** By `field_key`; empty where a card of optional questions was submitted empty. */
  values: Record<string, unknown>;
}
