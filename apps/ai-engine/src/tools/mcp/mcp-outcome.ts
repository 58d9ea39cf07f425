import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/sdk/types.js';
import type { ToolOutcome } from '../tool.js';

/** Told to a person in place of an error: a server puts into that what its code threw. */
const FAILED = 'The tool failed.';

/** What the model is told of a server's result: its structured content, else its text; what is no text by a placeholder. */
export function mcpOutcome({ content, structuredContent, isError = false }: CallToolResult): ToolOutcome {
  const text = content.map(contentText).join('\n');
  if (isError) return { isError, value: text === '' ? (structuredContent ?? FAILED) : text, shown: FAILED };
  return { isError, value: structuredContent ?? (content.length === 0 ? null : text) };
}

function contentText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return placeholder(block.type, block.mimeType, sizeOf(block.data));
    case 'resource_link':
      return placeholder('resource', block.uri, block.name);
    case 'resource': {
      const { resource } = block;
      if ('text' in resource) return resource.text;
      return placeholder('resource', resource.uri, resource.mimeType, sizeOf(resource.blob));
    }
  }
}

const placeholder = (...parts: (string | undefined)[]): string => `[${parts.filter((part) => part !== undefined).join(', ')}]`;

const sizeOf = (base64: string): string => `${Buffer.byteLength(base64, 'base64')} bytes`;
