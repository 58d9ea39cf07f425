import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { mcpOutcome } from './mcp-outcome.js';

const text = (value: string) => ({ type: 'text' as const, text: value });
const base64 = Buffer.from('12345').toString('base64');

test.each([
  ['text', { content: [text('a')] }, 'a'],
  ['texts, one of them empty', { content: [text('a'), text(''), text('b')] }, 'a\n\nb'],
  ['text that is JSON', { content: [text('{"a":1}')] }, '{"a":1}'],
  ['an empty text', { content: [text('')] }, ''],
  ['nothing', { content: [] }, null],
  ['structured content beside its text', { content: [text('{"a":1}')], structuredContent: { a: 1 } }, { a: 1 }],
  [
    'an image',
    { content: [text('see'), { type: 'image', data: base64, mimeType: 'image/png' }] },
    'see\n[image, image/png, 5 bytes]',
  ],
  ['a sound', { content: [{ type: 'audio', data: base64, mimeType: 'audio/wav' }] }, '[audio, audio/wav, 5 bytes]'],
  ['a link', { content: [{ type: 'resource_link', uri: 'file:///a', name: 'A' }] }, '[resource, file:///a, A]'],
  ['a resource of text', { content: [{ type: 'resource', resource: { uri: 'file:///a', text: 'A' } }] }, 'A'],
  [
    'a resource of bytes',
    { content: [{ type: 'resource', resource: { uri: 'file:///a', blob: base64 } }] },
    '[resource, file:///a, 5 bytes]',
  ],
] as [string, CallToolResult, unknown][])('%s → %j', (_what, result, value) => {
  expect(mcpOutcome(result)).toEqual({ isError: false, value });
});

test.each([
  ['with a text', { content: [text('no such claim')], structuredContent: { code: 1 } }, 'no such claim'],
  ['with data only', { content: [], structuredContent: { code: 1 } }, { code: 1 }],
  ['with nothing', { content: [] }, 'The tool failed.'],
] as [string, CallToolResult, unknown][])(
  'an error %s → told to the model; a person learns that it failed',
  (_what, result, value) => {
    expect(mcpOutcome({ ...result, isError: true })).toEqual({ isError: true, value, shown: 'The tool failed.' });
  },
);
