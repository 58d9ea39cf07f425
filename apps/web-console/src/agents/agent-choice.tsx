import { Alert, Button, Skeleton } from 'antd';
import { type ReactNode, useId } from 'react';
import { useLanguage, useTexts } from '../language/language.js';
import { localText } from '../language/local-text.js';
import { useAgents } from './agents.js';
import './agents.css';

export interface AgentChoiceProps {
  agentId: string | undefined;
  onChoose: (agentId: string) => void;
}

/** All agents, each with what it is for; for a consultation that has not begun. */
export function AgentChoice({ agentId, onChoose }: AgentChoiceProps): ReactNode {
  const { agents: texts, errors } = useTexts();
  const { agents, status, reload } = useAgents();
  const language = useLanguage();
  const name = useId();
  if (status === 'loading') return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  if (status === 'failed') {
    const retry = <Button onClick={reload}>{errors.retry}</Button>;
    return <Alert type="warning" showIcon title={texts.failed} action={retry} />;
  }
  if (agents.length === 0) return <p className="muted">{texts.none}</p>;
  return (
    <fieldset className="agent-choice">
      <legend>{texts.choose}</legend>
      {agents.map((agent) => (
        <label key={agent.agent_id} className="agent-option">
          <input
            type="radio"
            name={name}
            checked={agent.agent_id === agentId}
            onChange={() => onChoose(agent.agent_id)}
            value={agent.agent_id}
          />
          <span className="agent-name">{localText(agent.name, language) || agent.agent_id}</span>
          <span className="agent-description">{localText(agent.description, language)}</span>
        </label>
      ))}
    </fieldset>
  );
}
