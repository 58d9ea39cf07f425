import assert from 'node:assert/strict';
import { test } from 'node:test';
import { welcomeText, withoutSecrets } from './welcome.mjs';

const FACTS = {
  url: 'http://127.0.0.1:3000',
  env: {},
  ownModel: false,
  redis: '/p/.parley/redis',
  paths: { data: '/p/.parley', logs: '/p/.parley/logs' },
  agents: [{ agent_id: 'loan-dispute', name: { zh: '民间借贷咨询', en: 'Loan dispute consultation' } }, { agent_id: 'b' }],
};

/** The curl command as a shell would split it, without its quotes. */
const curlOf = (text) => text.slice(text.indexOf('curl')).split('\n\n')[0].replaceAll('\\\n', ' ');

test('nothing set → a curl line whose body is JSON, in a session of its own; no token', () => {
  const curl = curlOf(welcomeText(FACTS));
  assert.match(curl, /^curl -N http:\/\/127\.0\.0\.1:3000\/api\/v1\/consultations\/sessions\/try-[a-z0-9]+\/chat /);
  assert.ok(JSON.parse(curl.match(/-d '(.*)'/)[1]).message);
  assert.doesNotMatch(curl, /Authorization/);
});

test('the question → in the language of DEFAULT_LANG', () => {
  assert.match(curlOf(welcomeText({ ...FACTS, env: { DEFAULT_LANG: 'en' } })), /A friend borrowed/);
});

test('agents → each with its names, the default one marked', () => {
  const text = welcomeText(FACTS);
  assert.match(text, /agents {4}loan-dispute {2}Loan dispute consultation \/ 民间借贷咨询 \(default\)/);
  assert.match(text, /^ {12}b\b/m);
});

test('AUTH_MODE=jwt, so that the agents cannot be listed → said, and the curl line asks for a token', () => {
  const text = welcomeText({ ...FACTS, env: { AUTH_MODE: 'jwt' }, agents: undefined });
  assert.match(text, /agents {4}shown with a token/);
  assert.match(curlOf(text), /-H "Authorization: Bearer \$TOKEN"/);
});

test('a model of the user’s own → where it is, without its secrets', () => {
  const text = welcomeText({
    ...FACTS,
    ownModel: true,
    env: { MODEL_BASE_URL: 'https://me:key@model.example/v1?key=secret', MODEL_NAME: 'big' },
  });
  assert.match(text, /model {5}big at https:\/\/\*\*\*@model\.example\/v1$/m);
});

test('a URL with and without credentials → only those are hidden', () => {
  assert.equal(withoutSecrets('redis://:pw@host:6379/0'), 'redis://***@host:6379/0');
  assert.equal(withoutSecrets('redis://host:6379/0'), 'redis://host:6379/0');
});
