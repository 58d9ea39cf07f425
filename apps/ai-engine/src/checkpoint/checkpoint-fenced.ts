/**
 * The session's fence is not the writer's: another turn or attempt owns the thread now. Nothing was written.
 * An outcome, not a failure: the run that gets it stops, and neither retries nor reports an error.
 */
export class CheckpointFenced extends Error {
  override readonly name = 'CheckpointFenced';
  readonly code = 'checkpoint_fenced';

  constructor(
    readonly threadId: string,
    /** `<epoch>:<attempt>` of the writer that was refused. */
    readonly fence: string,
  ) {
    super(`${fence} no longer owns thread ${threadId}`);
  }
}
