import { cardOf, namesOf } from '@parley/testing';
import { newSession, useStack } from '../test/use-stack.js';

const stack = useStack();
const gateway = () => stack().gateway(0);
const ROUTER = { json: true };

const chat = (session: string) => gateway().ask(session, 'hi', { agent_id: 'routed' });
const answered = () => stack().model.requests.at(-1)?.view.system;

describe('a model as router', () => {
  test('it chooses one of two → only that runs; then it chooses none, and the answer speaks', async () => {
    stack().model.when(ROUTER, { json: { skills: [] } });
    stack().model.when(ROUTER, { json: { skills: ['weather'], reason: 'asked for' } }, 1);
    const session = newSession();
    const run = await chat(session);
    expect([run.terminal.event, answered()]).toEqual(['end', expect.stringContaining('weather=[sunny] place=[]')]);
    const offered = stack().model.requests.map(({ view }) =>
      ['weather', 'place'].filter((id) => view.system.includes(`- ${id}:`)),
    );
    expect(offered.slice(0, 2)).toEqual([['weather', 'place'], ['place']]);
    expect(await gateway().state(session)).toMatchObject({
      agent_id: 'routed',
      state: { weather: 'sunny' },
      skills: [
        { id: 'weather', status: 'done', runs: 1, produces: { weather: true } },
        { id: 'place', status: 'ready', runs: 0, produces: { place: false } },
        { id: 'answer', status: 'done' },
      ],
      choice: { skills: [] },
    });
  });

  test('it chooses a form → the card; after the answer it is asked again', async () => {
    stack().model.when(ROUTER, { json: { skills: [] } });
    stack().model.when(ROUTER, { json: { skills: ['place'] } }, 1);
    const session = newSession();
    const card = cardOf(await chat(session));
    expect(card.items.map(({ skill }) => skill)).toEqual(['place']);
    expect((await gateway().state(session)).skills[1]).toMatchObject({ id: 'place', status: 'asking' });
    const run = await gateway().answer(session, { place: 'Ulm' });
    expect([namesOf(run.events), answered()]).toEqual([['run', 'token', 'token', 'end'], expect.stringContaining('place=[Ulm]')]);
  });

  test.each([
    ['an unknown skill', { json: { skills: ['jump'] } }],
    ['no JSON', { text: 'weather, please' }],
  ])('it answers with %s → asked once more, told what is wrong; then skill_output_invalid', async (_what, reply) => {
    stack().model.when(ROUTER, reply);
    const run = await chat(newSession());
    expect(run.terminal).toMatchObject({ event: 'error', data: { code: 'skill_output_invalid' } });
    expect(stack().model.requests).toHaveLength(2);
    expect(stack().model.requests[1]?.view.lastUser).toContain("can't be used");
  });
});

describe('the state for developers', () => {
  test('an unknown session → 404; one that has not begun → nothing is known', async () => {
    await expect(gateway().state(newSession())).rejects.toMatchObject({ problem: { code: 'session_not_found' } });
    const session = newSession();
    await gateway().send('POST', '/sessions', { session_id: session });
    expect(await gateway().state(session)).toEqual({ agent_id: null, turn: 0, state: {}, skills: [], choice: null });
  });
});
