import { Runnable, type RunnableConfig } from '@langchain/core/runnables';

/**
 * A function as a part of the graph. LangChain wraps bare functions in tracing and async storage of its own, which we use
 * neither of: without it a turn's way through the graph costs about a quarter less.
 */
export class PlainRunnable<Input, Output> extends Runnable<Input, Output> {
  override lc_namespace = ['parley'];

  constructor(private readonly run: (input: Input, config: RunnableConfig) => Promise<Output> | Output) {
    super();
  }

  override async invoke(input: Input, config: RunnableConfig = {}): Promise<Output> {
    return this.run(input, config);
  }
}
