import type { ReactNode } from 'react';
import { useTexts } from '../language/language.js';

/** A link out of the console: into a tab of its own, which learns nothing of this one. One that leads nowhere is text. */
export function ExternalLink({ href, children }: { href: string | undefined; children: ReactNode }): ReactNode {
  const { newWindow } = useTexts().conversation;
  if (!href) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children ?? href}
      <span className="for-ears"> {newWindow}</span>
    </a>
  );
}

/** What an image shows, in words, as the way to it. */
export function ImageLink({ src, alt }: { src: string | undefined; alt: string | undefined }): ReactNode {
  const { image } = useTexts().conversation;
  return <ExternalLink href={src}>{alt || image}</ExternalLink>;
}
