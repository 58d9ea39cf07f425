import type { ReactNode } from 'react';
import { useLanguage, useTexts } from '../language/language.js';
import { localText } from '../language/local-text.js';
import type { AgentChoiceProps } from './agent-choice.js';
import { useAgents } from './agents.js';

/** Who answers the next message; for a consultation that goes on. Nothing where there is no choice. */
export function AgentSelect({ agentId, onChoose, disabled }: AgentChoiceProps & { disabled: boolean }): ReactNode {
  const { agents } = useAgents();
  const { agent: label } = useTexts().agents;
  const language = useLanguage();
  if (agents.length < 2) return null;
  return (
    <select
      className="agent-select"
      aria-label={label}
      title={label}
      value={agentId}
      disabled={disabled}
      onChange={({ target }) => onChoose(target.value)}
    >
      {agents.map(({ agent_id, name }) => (
        <option key={agent_id} value={agent_id}>
          {localText(name, language) || agent_id}
        </option>
      ))}
    </select>
  );
}
