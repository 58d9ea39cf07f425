/** What `npm run test:sequences` and the environment say. */
export interface SequencesConfig {
  runs: number;
  seed: number;
  /** To one sequence that failed, as it was printed. */
  path?: string;
  /** Only these: `rough` ones have services killed under them. */
  only?: 'quiet' | 'rough';
  /** Every sequence is printed, not only those that fail. */
  tells: boolean;
}

const { SEQUENCES_RUNS = '100', SEQUENCES_SEED = '20251', SEQUENCES_PATH, SEQUENCES_ONLY, SEQUENCES_TELL } = process.env;

export const CONFIG: SequencesConfig = {
  runs: Number(SEQUENCES_RUNS),
  seed: Number(SEQUENCES_SEED),
  ...(SEQUENCES_PATH !== undefined && { path: SEQUENCES_PATH }),
  tells: SEQUENCES_TELL !== undefined,
  ...(SEQUENCES_ONLY !== undefined && { only: SEQUENCES_ONLY === 'rough' ? 'rough' : 'quiet' }),
};
