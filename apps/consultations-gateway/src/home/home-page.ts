import type { LocalText, PublicAgent } from '@parley/contracts';

export interface HomePageFacts {
  /** Where the gateway was asked, as the browser named it. */
  origin: string;
  apiPath: string;
  /** Undefined where no engine has answered yet. */
  agents?: readonly PublicAgent[];
}

/** The page at `/` where there is no console: what runs here, how to get the console, and how to talk to it from a shell. */
export function homePage({ origin, apiPath, agents }: HomePageFacts): string {
  const api = `${origin}${apiPath}`;
  const agentId = agents?.[0]?.agent_id;
  const body = JSON.stringify({ ...(agentId !== undefined && { agent_id: agentId }), message: '你好' });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Parley</title>
<style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 3rem auto; padding: 0 1rem } pre { overflow-x: auto; padding: 1rem; background: #8881 }</style>
</head>
<body>
<h1>Parley</h1>
<p>Consultations with agents that may stop and ask. This is the gateway; its API is described at <a href="/docs">/docs</a>.</p>
<p>The console has not been built. <code>npm start</code> builds it, as does <code>node tools/build.mjs</code>; then load this page again.</p>
<h2>Agents</h2>
${agentList(agents)}
<h2>Talk to one</h2>
<pre>${escapeHtml(commands(api, body))}</pre>
</body>
</html>
`;
}

function commands(api: string, body: string): string {
  const json = "-H 'content-type: application/json'";
  const answers = JSON.stringify({ user_response: { answers: [{ field_key: 'FIELD_KEY', value: 'VALUE' }] } });
  return [
    '# say something; the answer is streamed, and may end with a card',
    `curl -N ${api}/sessions/demo/chat ${json} -d '${body}'`,
    '',
    '# what it wants to know',
    `curl ${api}/sessions/demo/pending_card`,
    '',
    '# answer it; the turn goes on from there',
    `curl -N ${api}/sessions/demo/resume ${json} -d '${answers}'`,
    '',
    '# stop it',
    `curl -X POST ${api}/sessions/demo/abort`,
  ].join('\n');
}

function agentList(agents: readonly PublicAgent[] | undefined): string {
  if (agents === undefined) return '<p>No engine has answered yet.</p>';
  const rows = agents.map(({ agent_id, name, description }) => {
    const about = description ? `: ${textOf(description)}` : '';
    return `<li><code>${escapeHtml(agent_id)}</code> ${escapeHtml(textOf(name) + about)}</li>`;
  });
  return `<ul>\n${rows.join('\n')}\n</ul>`;
}

const textOf = ({ zh, en }: LocalText): string => [zh, en].filter((text) => text !== undefined).join(' / ');

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
