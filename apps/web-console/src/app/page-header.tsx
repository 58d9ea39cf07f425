import { type ReactNode, useEffect } from 'react';
import { useTexts } from '../language/language.js';

export interface PageHeaderProps {
  title: string;
  about?: string;
  /** Before the title. */
  start: ReactNode;
  /** After it. */
  children?: ReactNode;
}

export function PageHeader({ title, about, start, children }: PageHeaderProps): ReactNode {
  const { name } = useTexts().app;
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
  return (
    <header className="page-header">
      {start}
      <div className="page-title">
        <h1 title={title} dir="auto">
          {title}
        </h1>
        {about && <p className="muted">{about}</p>}
      </div>
      {children}
    </header>
  );
}
