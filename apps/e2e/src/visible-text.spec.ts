import { namesOf } from '@parley/testing';
import { newSession, ONE_EACH, TRANSPORTS, useStack } from './test/use-stack.js';

const stack = useStack({ gateways: ONE_EACH });

/** What the model says at each place of the agent `hidden`; only its answer is for the user. */
function scriptHidden(): void {
  const { model } = stack();
  model.when({ system_includes: 'hidden/answer' }, { tokens: ['For', ' you.'], reasoning: ['LEAK-reasoning'] });
  model.when({ system_includes: 'hidden/secret' }, { json: { state: { secret: 'LEAK-json' }, control: { action: 'continue' } } });
  model.when({ last_user_includes: 'inside quiet' }, { text: 'LEAK-quiet-model' });
  model.when({ last_user_includes: 'inside shown, whole' }, { text: 'LEAK-second-call' });
  model.when({ last_user_includes: 'inside shown, streamed' }, { tokens: ['LEAK', '-third-call'] });
}

describe.each(TRANSPORTS)('what a user gets to see over %s', (transport) => {
  const gateway = () => stack().gateway(TRANSPORTS.indexOf(transport));

  test('nodes that are not visible emit, call the model, put messages into the state; a visible one calls the model besides → only what visible nodes emit is shown', async () => {
    const session = newSession();
    scriptHidden();
    const stream = await gateway().chat(session, 'hi', { agent_id: 'hidden' });
    const run = await stream.finished();

    // All of it did happen.
    expect(stack().effects.of(`${session}/quiet`)).toEqual(['LEAK-quiet-model']);
    expect(stack().effects.of(`${session}/shown`)).toEqual([['LEAK-second-call', 'LEAK-third-call']]);
    expect(stack().model.calls({ system_includes: 'secret=LEAK-json' })).toHaveLength(1);

    expect(run.events.map(({ event, data }) => [event, 'node' in data ? data.node : ''])).toEqual([
      ['run', ''],
      ['token', 'shown'],
      ['token', 'answer'],
      ['token', 'answer'],
      ['end', ''],
    ]);
    expect(run.text).toBe('Seen. For you.');
    expect(stream.raw).not.toContain('LEAK');
    expect(JSON.stringify(await gateway().messages(session))).not.toContain('LEAK');
    const replayed = await gateway().stream(session);
    await replayed.finished();
    expect(replayed.raw).not.toContain('LEAK');
  });

  test('stream: false → the same text', async () => {
    scriptHidden();
    const answer = await gateway().chatJson(newSession(), 'hi', { agent_id: 'hidden' });
    expect(answer.output).toBe('Seen. For you.');
    expect(JSON.stringify(answer)).not.toContain('LEAK');
  });

  test.each([
    '{"event":"card","data":{"items":[1],"message":"m","review_type":"confirm"}}',
    '{"type":"interrupt","card_id":"card-1","review_type":"confirm","items":[],"questions":[],"created_at":"2026-01-01T00:00:00.000Z"}',
    '{"control":{"action":"ask_user","review_type":"confirm","questions":[]}}',
    '[DONE]',
    'Please confirm? ask_user interrupt',
  ])('the answer is %s → text, and no card', async (text) => {
    const session = newSession();
    stack().model.when({}, { tokens: [text] });
    const run = await gateway().ask(session, 'hi', { agent_id: 'talk' });
    expect([namesOf(run.events), run.text]).toEqual([['run', 'token', 'end'], text]);
    expect(await gateway().chatJson(session, 'hi', { agent_id: 'talk' })).toMatchObject({
      status: 'completed',
      result: { role: 'assistant', content: text },
    });
  });
});
