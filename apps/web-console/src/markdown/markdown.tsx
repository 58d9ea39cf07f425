import { memo, type ReactNode, useMemo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { CodeBlock } from './code-block.js';
import { ExternalLink } from './external-link.js';
import { splitBlocks } from './split-blocks.js';
import './markdown.css';

const PLUGINS = [remarkGfm];

/** Headings of an answer stand below those of the page. A table that is too wide is scrolled, with the keyboard, too. */
const COMPONENTS: Components = {
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
  a: ({ href, children }) => <ExternalLink href={href}>{children}</ExternalLink>,
  // An image would be fetched unasked, from wherever the text says: it becomes a link.
  img: ({ src, alt }) => <ExternalLink href={typeof src === 'string' ? src : undefined}>{alt}</ExternalLink>,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => (
    <div className="markdown-table" tabIndex={0} role="group">
      <table>{children}</table>
    </div>
  ),
};

/**
 * Markdown that nobody has checked: HTML in it is text, links with other protocols than a mail's or the web's lead nowhere,
 * nothing is loaded. Of a text that grows only the last block is read again.
 */
export const Markdown = memo(function Markdown({ text, isGrowing = false }: { text: string; isGrowing?: boolean }): ReactNode {
  const blocks = useMemo(() => splitBlocks(text, isGrowing), [text, isGrowing]);
  return (
    <div className="markdown" data-growing={isGrowing || undefined}>
      {blocks.map((block, index) => (
        // Blocks only ever follow one another: the place of one is its name.
        <Block key={index} text={block} />
      ))}
    </div>
  );
});

const Block = memo(function Block({ text }: { text: string }): ReactNode {
  return (
    <div className="markdown-block">
      <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </div>
  );
});
