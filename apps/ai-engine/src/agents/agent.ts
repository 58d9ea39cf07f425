import type { AskedQuestion, LocalText, Policies, ReviewType, SkillModule } from '@parley/contracts';
import type { AgentTool } from './agent-tool.js';

/** An agent as the engine runs it: its file checked, every default applied, its prompts and modules loaded. */
export interface Agent {
  readonly id: string;
  readonly name: Readonly<LocalText>;
  readonly description?: Readonly<LocalText>;
  readonly greeting?: Readonly<LocalText>;
  readonly model: ModelSettings;
  /** How long a turn may take. */
  readonly timeoutMs: number;
  /** How long a card may be answered; absent = as long as its session lives. */
  readonly cardTtlMs?: number;
  /** The nodes whose emitted text a person may read: ids of skills, and `answer`. */
  readonly visibleNodes: ReadonlySet<string>;
  readonly exposeThinking: boolean;
  /** How many earlier turns the model gets; 0 = none. */
  readonly historyTurns: number;
  /** What this agent says of the policies; the caller's wish wins over it. */
  readonly policies: Readonly<Partial<Policies>>;
  readonly router: RouterKind;
  /** The text of the router's own prompt, a Mustache template; only with `router: model`. */
  readonly routerPrompt?: string;
  /** How many supersteps a turn may take. */
  readonly maxSteps: number;
  /** How often a prompt skill is asked again after an unusable answer. */
  readonly outputRetries: number;
  /** All of them, in the order of the file; each node names those it may use. */
  readonly tools: readonly AgentTool[];
  readonly skills: readonly Skill[];
  readonly answer: Answering;
  /** The file it was read from. */
  readonly file: string;
}

/** Who chooses among the skills that may run: their order, or the model. */
export const ROUTERS = ['rules', 'model'] as const;
export type RouterKind = (typeof ROUTERS)[number];

export interface ModelSettings {
  readonly name: string;
  readonly temperature?: number;
  readonly max_tokens?: number;
  readonly top_p?: number;
}

/** The node that speaks when no skill is left to run. */
export const ANSWER_NODE = 'answer';

/** All that can ask: its skills in the order of the file, then the answer. */
export const nodesOf = ({ skills }: Pick<Agent, 'skills'>): string[] => [...skills.map(({ id }) => id), ANSWER_NODE];

export type Skill = FormSkill | PromptSkill | ModuleSkill;
export type SkillKind = Skill['kind'];

interface AnySkill {
  readonly id: string;
  /** What it is good for, told to a model as router; always there with `router: model`. */
  readonly description?: string;
  /** Dotted paths into the state: all of them must be there before it runs. */
  readonly requires: readonly string[];
  /** Dotted paths into the state: it runs while one of them is missing. Never empty. */
  readonly produces: readonly string[];
}

export interface FormSkill extends AnySkill {
  readonly kind: 'form';
  readonly reviewType: ReviewType;
  readonly message?: string;
  readonly questions: readonly AskedQuestion[];
}

export interface PromptSkill extends AnySkill {
  readonly kind: 'prompt';
  /** The text of its Markdown file, a Mustache template. */
  readonly prompt: string;
  /** Names of the agent's tools that its model may call. */
  readonly tools: readonly string[];
}

export interface ModuleSkill extends AnySkill {
  readonly kind: 'module';
  readonly module: SkillModule;
}

export type Answering =
  | { readonly kind: 'prompt'; readonly prompt: string; /** As a prompt skill's. */ readonly tools: readonly string[] }
  | { readonly kind: 'module'; readonly module: SkillModule };
