import { memo, type ReactNode, useMemo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { BlockBoundary, PlainBlock } from './block-boundary.js';
import { CodeBlock } from './code-block.js';
import { ExternalLink, ImageLink } from './external-link.js';
import { isTangled } from './is-tangled.js';
import { safeUrl } from './safe-url.js';
import { splitBlocks } from './split-blocks.js';
import { tameTree } from './tame-tree.js';
import './markdown.css';

const PLUGINS = [remarkGfm];
const TREE_PLUGINS = [tameTree];

/** Headings of an answer stand below those of the page. A table that is too wide is scrolled, with the keyboard, too. */
const COMPONENTS: Components = {
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
  a: ({ href, children }) => <ExternalLink href={href}>{children}</ExternalLink>,
  // An image would be fetched unasked, from wherever the text says: it becomes a link.
  img: ({ src, alt }) => <ImageLink src={typeof src === 'string' ? src : undefined} alt={alt} />,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => (
    <div className="markdown-table" tabIndex={0} role="group">
      <table>{children}</table>
    </div>
  ),
};

/**
 * Markdown that nobody has checked: HTML in it is text, links lead to the web, to a mail or nowhere (`safeUrl`),
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
    <div className="markdown-block" dir="auto">
      {isTangled(text) ? (
        <PlainBlock text={text} />
      ) : (
        <BlockBoundary text={text}>
          <ReactMarkdown remarkPlugins={PLUGINS} rehypePlugins={TREE_PLUGINS} components={COMPONENTS} urlTransform={safeUrl}>
            {text}
          </ReactMarkdown>
        </BlockBoundary>
      )}
    </div>
  );
});
