import type { ReactNode } from 'react';
import { useTexts } from '../language/language.js';

/** A link out of the console: into a tab of its own, which learns nothing of this one. */
export function ExternalLink({ href, children }: { href: string | undefined; children: ReactNode }): ReactNode {
  const { newWindow, image } = useTexts().conversation;
  if (!href) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children || image}
      <span className="for-ears"> {newWindow}</span>
    </a>
  );
}
