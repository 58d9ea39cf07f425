import { CheckCircleOutlined, CloseCircleOutlined, LoadingOutlined } from '@ant-design/icons';
import type { ConsultationMessage, ToolUse } from '@parley/client/store';
import { memo, type ReactNode } from 'react';
import { useTexts } from '../language/language.js';

/** What the agent thought and did on the way, folded: whoever wants to know opens it. */
export const MessageWork = memo(function MessageWork({ thinking, tools = [], state, content }: ConsultationMessage): ReactNode {
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
            <span className="work-names">{tools.map(({ name }) => name).join(', ')}</span>
          </summary>
          <ol className="work-tools">
            {tools.map((tool) => (
              <ToolStep key={tool.call_id} tool={tool} isOver={state !== 'streaming'} />
            ))}
          </ol>
        </details>
      )}
    </>
  );
});

function ToolStep({ tool, isOver }: { tool: ToolUse; isOver: boolean }): ReactNode {
  const texts = useTexts().conversation;
  const status = tool.result ? (tool.result.isError ? 'failed' : 'done') : isOver ? 'failed' : 'running';
  const icon = { running: <LoadingOutlined />, done: <CheckCircleOutlined />, failed: <CloseCircleOutlined /> }[status];
  return (
    <li>
      <div className={`tool-name tool-${status}`}>
        {icon} <code>{tool.name}</code> <span className="muted">{texts.step[status]}</span>
      </div>
      <ToolData label={texts.arguments} value={tool.arguments} />
      {tool.result && <ToolData label={texts.result} value={tool.result.value} />}
    </li>
  );
}

function ToolData({ label, value }: { label: string; value: unknown }): ReactNode {
  if (value === undefined) return null;
  return (
    <div className="tool-data">
      <span className="muted">{label}</span>
      <pre tabIndex={0}>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
    </div>
  );
}
