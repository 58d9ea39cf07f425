import { CheckCircleOutlined, CloseCircleOutlined, LoadingOutlined } from '@ant-design/icons';
import type { ToolUse } from '@parley/client/store';
import { memo, type ReactNode } from 'react';
import { useTexts } from '../language/language.js';

/** One call of a tool: what it was called with, and what came of it. Both may be large, and words come beside them. */
export const ToolStep = memo(function ToolStep({ tool, isOver }: { tool: ToolUse; isOver: boolean }): ReactNode {
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
});

function ToolData({ label, value }: { label: string; value: unknown }): ReactNode {
  if (value === undefined) return null;
  return (
    <div className="tool-data">
      <span className="muted">{label}</span>
      <pre tabIndex={0}>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
    </div>
  );
}
