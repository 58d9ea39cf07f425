import { type ReactNode, useRef } from 'react';
import { useTexts } from '../language/language.js';
import { CopyButton } from './copy-button.js';

export function CodeBlock({ children }: { children: ReactNode }): ReactNode {
  const { copyCode } = useTexts().conversation;
  const code = useRef<HTMLPreElement>(null);
  return (
    <div className="code-block">
      <pre ref={code} dir="ltr" tabIndex={0}>
        {children}
      </pre>
      <CopyButton label={copyCode} text={() => code.current?.textContent ?? ''} />
    </div>
  );
}
