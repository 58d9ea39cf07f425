import type { SerializerProtocol } from '@langchain/langgraph-checkpoint';

/** A value as Redis keeps it: the serialiser's name of the format, a colon, and its text; base64 where it isn't JSON. */
export async function encodeValue(serde: SerializerProtocol, value: unknown): Promise<Buffer> {
  const [type, bytes] = await serde.dumpsTyped(value);
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return type === 'json' ? Buffer.concat([Buffer.from('json:'), content]) : Buffer.from(`${type}:${content.toString('base64')}`);
}

export async function decodeValue(serde: SerializerProtocol, stored: string): Promise<unknown> {
  const end = stored.indexOf(':');
  const [type, content] = [stored.slice(0, end), stored.slice(end + 1)];
  // A copy, since a small Buffer is a view into memory that it shares with others.
  return serde.loadsTyped(type, type === 'json' ? content : new Uint8Array(Buffer.from(content, 'base64')));
}
