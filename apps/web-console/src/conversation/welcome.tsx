import type { ReactNode } from 'react';
import { AgentChoice, type AgentChoiceProps } from '../agents/agent-choice.js';
import { useAgents } from '../agents/agents.js';
import { useLanguage, useTexts } from '../language/language.js';
import { localText } from '../language/local-text.js';

/** A consultation that has not begun: who is there, and what he says first. */
export function Welcome({ agentId, onChoose }: AgentChoiceProps): ReactNode {
  const { welcome, welcomeHint } = useTexts().conversation;
  const { agents } = useAgents();
  const language = useLanguage();
  const greeting = localText(agents.find(({ agent_id }) => agent_id === agentId)?.greeting, language);
  return (
    <div className="welcome">
      <h2>{welcome}</h2>
      <p className="muted">{welcomeHint}</p>
      <AgentChoice agentId={agentId} onChoose={onChoose} />
      {greeting && <p className="greeting">{greeting}</p>}
    </div>
  );
}
