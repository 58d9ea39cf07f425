import { ON_ACTIVE_TURN, ON_DISCONNECT, ON_PENDING_CARD, type Policies, REVIEW_TYPES, type ReviewType } from '@parley/contracts';
import { ROUTERS, type RouterKind } from './agent.js';
import { durationUpTo } from './duration.js';
import { BOOLEAN, Expect, type Expectation, integerFrom, LIST, numberFrom, OBJECT, oneOf, Optional, TEXT } from './expect.js';

const AGENT_ID: Expectation = {
  what: 'an id of letters, digits, - and _, at most 64',
  fits: (id) => typeof id === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(id),
};
const SKILL_ID: Expectation = {
  what: 'an id that begins with a letter and goes on with letters, digits, - and _, at most 64',
  fits: (id) => typeof id === 'string' && /^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(id),
};

/** The shapes of `agent.yaml`, level by level: `checkShape` looks at one level, `check-agent-file.ts` goes down. */
export class AgentFile {
  @Expect(AGENT_ID) id!: string;
  @Expect(OBJECT) name!: Record<string, unknown>;
  @Optional() @Expect(OBJECT) description?: Record<string, unknown>;
  @Optional() @Expect(OBJECT) greeting?: Record<string, unknown>;
  @Expect(OBJECT) model!: Record<string, unknown>;
  @Optional() @Expect(durationUpTo('24h')) timeout: string = '120s';
  @Optional() @Expect(durationUpTo('365d')) card_ttl?: string;
  @Optional() @Expect(LIST) visible_nodes: unknown[] = ['answer'];
  @Optional() @Expect(BOOLEAN) expose_thinking: boolean = false;
  @Optional() @Expect(integerFrom(0, 1000)) history_turns: number = 20;
  @Optional() @Expect(oneOf(ON_ACTIVE_TURN)) on_active_turn?: Policies['on_active_turn'];
  @Optional() @Expect(oneOf(ON_PENDING_CARD)) on_pending_card?: Policies['on_pending_card'];
  @Optional() @Expect(oneOf(ON_DISCONNECT)) on_disconnect?: Policies['on_disconnect'];
  @Optional() @Expect(oneOf(ROUTERS)) router: RouterKind = 'rules';
  @Optional() @Expect(TEXT) router_prompt?: string;
  @Optional() @Expect(integerFrom(1, 1000)) max_steps: number = 50;
  @Optional() @Expect(integerFrom(0, 10)) output_retries: number = 1;
  @Optional() @Expect(LIST) tools: unknown[] = [];
  @Expect(LIST) skills!: unknown[];
  @Expect(OBJECT) answer!: Record<string, unknown>;
}

export class LocalTextFile {
  @Optional() @Expect(TEXT) zh?: string;
  @Optional() @Expect(TEXT) en?: string;
}

export class ModelFile {
  @Expect(TEXT) name!: string;
  @Optional() @Expect(numberFrom(0, 2)) temperature?: number;
  @Optional() @Expect(integerFrom(1)) max_tokens?: number;
  @Optional() @Expect(numberFrom(0, 1)) top_p?: number;
}

class AnySkillFile {
  @Expect(SKILL_ID) id!: string;
  @Expect(TEXT) kind!: string;
  @Optional() @Expect(TEXT) description?: string;
  @Optional() @Expect(LIST) requires: unknown[] = [];
  @Expect(LIST) produces!: unknown[];
}

export class FormSkillFile extends AnySkillFile {
  @Expect(oneOf(REVIEW_TYPES)) review_type!: ReviewType;
  @Optional() @Expect(TEXT) message?: string;
  @Expect(LIST) questions!: unknown[];
}

export class PromptSkillFile extends AnySkillFile {
  @Expect(TEXT) prompt!: string;
  @Optional() @Expect(LIST) tools: unknown[] = [];
}

export class ModuleSkillFile extends AnySkillFile {
  @Expect(TEXT) module!: string;
}

export class AnswerFile {
  @Optional() @Expect(TEXT) prompt?: string;
  @Optional() @Expect(TEXT) module?: string;
  @Optional() @Expect(LIST) tools?: unknown[];
}
