import { type Client, ProblemError, type TodoData } from '@parley/client';

export interface TodosState {
  /** `absent`: this server has no todos. */
  status: 'loading' | 'ready' | 'failed' | 'absent';
  /** Those that have a life of their own: a question of a card is answered in its card. */
  todos: readonly TodoData[];
}

export type TodoVerb = 'complete' | 'dismiss';

/** What is to be done. What is settled here is gone at once, and comes back where the server does not agree. */
export class Todos {
  #state: TodosState = { status: 'loading', todos: [] };
  readonly #listeners = new Set<() => void>();
  /** On their way, or settled: a list that was read before still has them. */
  readonly #settled = new Set<string>();
  #latest = 0;

  constructor(private readonly client: Pick<Client, 'todos'>) {}

  readonly getSnapshot = (): TodosState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Fetches what is open. Of several at once the one that was asked for last counts. */
  readonly load = async (): Promise<void> => {
    const mine = ++this.#latest;
    let state: Partial<TodosState>;
    try {
      const { items } = await this.client.todos.list({ status: 'open', limit: 100 });
      state = { status: 'ready', todos: items.filter(({ card_id }) => !card_id) };
    } catch (error) {
      state = { status: error instanceof ProblemError && error.status === 404 ? 'absent' : 'failed' };
    }
    if (mine === this.#latest) this.#show(state);
  };

  /** Rejects as the client does; the todo is there again then, unless somebody else has settled it. */
  readonly settle = async (verb: TodoVerb, todoId: string): Promise<void> => {
    this.#settled.add(todoId);
    this.#show({});
    try {
      await this.client.todos[verb](todoId);
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'todo_not_found') return;
      this.#settled.delete(todoId);
      throw error;
    } finally {
      void this.load();
    }
  };

  #show(change: Partial<TodosState>): void {
    const { status, todos } = { ...this.#state, ...change };
    this.#state = { status, todos: todos.filter(({ todo_id }) => !this.#settled.has(todo_id)) };
    for (const listener of this.#listeners) listener();
  }
}
