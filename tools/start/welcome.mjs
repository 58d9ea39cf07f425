// What `npm start` says once everything serves.
import { get } from './readiness.mjs';

const API = '/api/v1/consultations';
const QUESTION = {
  zh: '朋友借了我两万元，一直不还，怎么办？',
  en: 'A friend borrowed 20,000 from me and does not pay it back. What can I do?',
};

/** `paths`: `{ data, logs }` as to be shown. `env`: what the apps were given. */
export async function welcome({ url, env, ownModel, redis, paths }) {
  return welcomeText({ url, env, ownModel, redis, paths, agents: await agentsOf(url) });
}

export function welcomeText({ url, env, ownModel, redis, paths, agents }) {
  const needsToken = env.AUTH_MODE === 'jwt';
  const chat = [
    `curl -N ${url}${API}/sessions/try-${Date.now().toString(36)}/chat \\`,
    ...(needsToken ? [`    -H "Authorization: Bearer $TOKEN" \\`] : []),
    `    -H 'Content-Type: application/json' \\`,
    `    -d '${JSON.stringify({ message: QUESTION[env.DEFAULT_LANG] ?? QUESTION.zh })}'`,
  ];
  const model = ownModel
    ? [`  model     ${env.MODEL_NAME || 'as the agents say'} at ${withoutSecrets(env.MODEL_BASE_URL)}`]
    : [
        '  model     the built-in demo model. For your own (any OpenAI-compatible one) write MODEL_BASE_URL, MODEL_API_KEY and',
        '            MODEL_NAME into a file .env beside package.json, then start again',
      ];
  return [
    '',
    `Parley is ready: ${url}`,
    '',
    ...agentLines(agents, env.DEFAULT_AGENT || 'loan-dispute', needsToken),
    ...model,
    `  API       ${url}/docs`,
    `  data      ${redis}; \`npm run reset\` deletes ${paths.data}`,
    `  logs      ${paths.logs}`,
    '',
    'Open it in a browser, or try it from here:',
    '',
    ...chat.map((line) => `  ${line}`),
    '',
    'Ctrl-C stops everything.',
    '',
  ].join('\n');
}

function agentLines(agents, defaultAgent, needsToken) {
  if (!agents?.length) return [`  agents    ${needsToken ? 'shown with a token' : 'none could be listed'}: GET ${API}/agents`];
  const width = Math.max(...agents.map(({ agent_id }) => agent_id.length));
  return agents.map((agent, i) => {
    const isDefault = agent.agent_id === defaultAgent ? ' (default)' : '';
    return `  ${i ? '      ' : 'agents'}    ${agent.agent_id.padEnd(width)}  ${[agent.name?.en, agent.name?.zh].filter(Boolean).join(' / ')}${isDefault}`;
  });
}

/** Undefined where they cannot be had (a token is needed). */
async function agentsOf(url) {
  try {
    const { status, text } = await get(`${url}${API}/agents`);
    return status === 200 ? JSON.parse(text).items : undefined;
  } catch {
    return undefined;
  }
}

/** A URL as it may stand on a screen. */
export function withoutSecrets(text) {
  return text.replace(/\/\/[^/@]*@/, '//***@').replace(/\?.*$/, '');
}
