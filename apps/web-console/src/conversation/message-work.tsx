import type { ConsultationMessage } from '@parley/client/store';
import { memo, type ReactNode } from 'react';
import { useTexts } from '../language/language.js';
import { ToolStep } from './tool-step.js';

/** What the agent thought and did on the way, and what others told him, folded: whoever wants to know opens it. */
export const MessageWork = memo(function MessageWork({
  thinking,
  tools = [],
  remote = [],
  state,
  content,
}: ConsultationMessage): ReactNode {
  const texts = useTexts().conversation;
  const isThinking = state === 'streaming' && content === '' && tools.every(({ result }) => result);
  return (
    <>
      {thinking && (
        <details className="work">
          <summary>{isThinking ? texts.thinking : texts.thought}</summary>
          <div className="work-thinking">{thinking}</div>
        </details>
      )}
      {tools.length > 0 && (
        <details className="work">
          <summary>
            {texts.steps(tools.length)}
            <span className="work-names">{namesOf(tools.map(({ name }) => name))}</span>
          </summary>
          <ol className="work-tools">
            {tools.map((tool) => (
              <ToolStep key={tool.call_id} tool={tool} isOver={state !== 'streaming'} />
            ))}
          </ol>
        </details>
      )}
      {remote.length > 0 && (
        <details className="work">
          <summary>
            {texts.remote}
            <span className="work-names">{namesOf([...new Set(remote.map(({ agent }) => agent))])}</span>
          </summary>
          <ol className="work-tools">
            {remote.map(({ agent, text }, index) => (
              // They are only ever added to, or taken back from the end.
              <li key={index}>
                <div className="tool-name">{agent}</div>
                <div className="remote-text">{text}</div>
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
});

const namesOf = (names: readonly string[]): string => names.join(', ');
