import { type Page, ProblemError, type TodoData } from '@parley/client';
import { Todos } from './todos.js';

const todo = (todo_id: string, more: Partial<TodoData> = {}): TodoData => ({
  todo_id,
  session_id: 's',
  run_id: 'r',
  title: todo_id,
  status: 'open',
  ...more,
});
const page = (...items: TodoData[]): Page<TodoData> => ({ items, next_cursor: null });
const refusal = (status: number, code?: string): ProblemError => new ProblemError({ status, code } as never);

let lists: PromiseWithResolvers<Page<TodoData>>[];
let verbs: (PromiseWithResolvers<TodoData> & { what: string })[];
let todos: Todos;
beforeEach(() => {
  lists = [];
  verbs = [];
  const list = (): Promise<Page<TodoData>> => {
    lists.push(Promise.withResolvers());
    return lists.at(-1)!.promise;
  };
  const act = (verb: string) => (todoId: string) => {
    verbs.push({ ...Promise.withResolvers<TodoData>(), what: `${verb} ${todoId}` });
    return verbs.at(-1)!.promise;
  };
  todos = new Todos({ todos: { list, complete: act('complete'), dismiss: act('dismiss') } });
});

const shown = (): string[] => todos.getSnapshot().todos.map(({ todo_id }) => todo_id);
const loaded = async (...items: TodoData[]): Promise<void> => {
  const loading = todos.load();
  lists.at(-1)?.resolve(page(...items));
  await loading;
};
const settled = async (): Promise<void> => {
  for (let ticks = 0; ticks < 10; ticks += 1) await Promise.resolve();
};

test('the list → those that are no question of a card', async () => {
  await loaded(todo('a'), todo('b', { card_id: 'c1' }));
  expect([todos.getSnapshot().status, shown()]).toEqual(['ready', ['a']]);
});

test.each([
  ['404', 'absent', refusal(404)],
  ['403', 'failed', refusal(403)],
  ['500', 'failed', refusal(500)],
  ['something else', 'failed', new TypeError('no list')],
])('refused with %s → %s, and what was known is still there', async (_what, status, error) => {
  await loaded(todo('a'));
  const loading = todos.load();
  lists.at(-1)?.reject(error);
  await loading;
  expect([todos.getSnapshot().status, shown()]).toEqual([status, ['a']]);
});

test('an answer that is no list → failed', async () => {
  const loading = todos.load();
  lists[0]?.resolve({} as Page<TodoData>);
  await loading;
  expect(todos.getSnapshot().status).toBe('failed');
});

test('two lists overtake one another → the one that was asked for last', async () => {
  const [one, two] = [todos.load(), todos.load()];
  lists[1]?.resolve(page(todo('new')));
  lists[0]?.resolve(page(todo('old')));
  await Promise.all([one, two]);
  expect(shown()).toEqual(['new']);
});

test('settled → gone at once, also where an older list still has it', async () => {
  await loaded(todo('a'), todo('b'));
  const done = todos.settle('complete', 'a');
  expect(shown()).toEqual(['b']);
  await loaded(todo('a'), todo('b'));
  expect(shown()).toEqual(['b']);
  verbs[0]?.resolve(todo('a'));
  await done;
  lists.at(-1)?.resolve(page(todo('a'), todo('b')));
  await settled();
  expect([shown(), verbs.map(({ what }) => what)]).toEqual([['b'], ['complete a']]);
});

test('the server does not agree → there again, and told', async () => {
  await loaded(todo('a'));
  const done = todos.settle('dismiss', 'a');
  verbs[0]?.reject(refusal(409, 'card_pending'));
  await expect(done).rejects.toThrow(ProblemError);
  lists.at(-1)?.resolve(page(todo('a')));
  await settled();
  expect(shown()).toEqual(['a']);
});

test('somebody else has settled it → gone, and no error', async () => {
  await loaded(todo('a'));
  const done = todos.settle('complete', 'a');
  verbs[0]?.reject(refusal(404, 'todo_not_found'));
  await done;
  expect(shown()).toEqual([]);
});
