import type { Answer, AnswerAction, Card, ItemAnswers, RunId } from '@parley/contracts';
import type { AgentId, Given, ModelQuestion } from './agents.js';
import type { Facts } from './facts.js';

/** What a skill has open. Its id is the product's choice: known once it was seen. */
export interface Ask {
  itemId?: string;
  questions: readonly ModelQuestion[];
}

/** How far a skill is with the latest chat message; one that has none has not run for it. */
export interface Mark extends Given {
  status: 'asking' | 'answered' | 'done';
  ask?: Ask;
}

/** One run of a module: what it must have been given. */
export interface Step extends Given {
  skill: string;
  /** The state it saw. */
  facts: Facts;
  /** False: it may have been done before already, in a run that failed. */
  isSure: boolean;
}

export interface Claim {
  action: AnswerAction;
  items: readonly ItemAnswers[];
  /** The latest run under this claim. */
  runId: RunId;
}

export type Fate = 'pending' | 'answered' | 'cancelled' | 'superseded' | 'expired';

/** A card that was shown. */
export interface KnownCard {
  card: Card;
  agent: AgentId;
  fate: Fate;
  claim?: Claim;
}

export interface ExpectedMessage {
  role: 'user' | 'assistant';
  run_id: RunId;
  content: string;
  answers?: readonly Answer[];
  card?: Card;
  preempted?: true;
  failed?: true;
}

/** All that is known of one session. Never changed in place. */
export interface World {
  /** The one that the latest chat message named. */
  agent: AgentId;
  facts: Facts;
  marks: Readonly<Record<string, Mark>>;
  /** The latest chat message, `''` before the first one. */
  message: string;
  /** What modules have done for it. */
  steps: readonly Step[];
  /** Modules that may, or may not, have done their work in runs that failed since the latest that did not. */
  unsure: ReadonlySet<string>;
  /** In the order in which they were shown. */
  cards: readonly KnownCard[];
  messages: readonly ExpectedMessage[];
  /** The run of the latest turn. */
  latest?: { runId: RunId; hasFailed: boolean };
}

export const newWorld = (agent: AgentId): World => ({
  ...{ agent, facts: {}, marks: {}, message: '', steps: [], unsure: new Set<string>(), cards: [], messages: [] },
});

export const pendingCard = ({ cards }: World): KnownCard | undefined => cards.find(({ fate }) => fate === 'pending');

export const knownCard = ({ cards }: World, cardId: string | undefined): KnownCard | undefined =>
  cards.find(({ card }) => card.card_id === cardId);

export const withCard = (world: World, changed: KnownCard): World => ({
  ...world,
  cards: world.cards.map((known) => (known.card.card_id === changed.card.card_id ? changed : known)),
});

/** The pending card, if there is one, meets this fate. */
export function settlePending(world: World, fate: Fate): World {
  const pending = pendingCard(world);
  return pending ? withCard(world, { ...pending, fate }) : world;
}

/** Every item id that was ever on a card. */
export const shownItems = ({ cards }: World): Set<string> =>
  new Set(cards.flatMap(({ card }) => card.items.map(({ item_id }) => item_id)));

/** Those that were answered, or cancelled: none of them may be asked again. */
export const answeredItems = ({ cards }: World): Set<string> =>
  new Set(cards.flatMap(({ claim }) => claim?.items.map(({ item_id }) => item_id) ?? []));
