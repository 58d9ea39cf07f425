/** How a skill, or the answer, stands for the user's last chat message. */
export interface SkillStanding {
  id: string;
  /**
   * `ready`: it could run. `blocked`: something that it requires is missing. `satisfied`: all that it produces is there.
   * `working`: its model uses tools. `asking`: a card waits. `answered`: it goes on with the next step. `done`: it has run.
   */
  status: 'ready' | 'blocked' | 'satisfied' | 'working' | 'asking' | 'answered' | 'done';
  /** How often it has come to a result. */
  runs: number;
  /** By path: whether the state has a value there. */
  requires: Record<string, boolean>;
  produces: Record<string, boolean>;
}

/** What the agents of a session know, as of the last checkpoint, and why their skills run or don't: for developers. */
export interface ThreadStateView {
  /** Who worked on it last; null where nobody has. */
  agent_id: string | null;
  turn: number;
  state: Record<string, unknown>;
  skills: SkillStanding[];
  /** What a model as router has chosen last. */
  choice: { skills: string[]; reason?: string } | null;
}
