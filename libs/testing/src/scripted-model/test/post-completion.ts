import { request, type IncomingHttpHeaders } from 'node:http';

export interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The pieces as they came. */
  pieces: Buffer[];
  /** Why the body ended early. */
  error?: string;
}

/** Posts a chat completion request and collects everything until the end of the body or the break of the connection. */
export function postCompletion(baseUrl: string, body: unknown): Promise<Got> {
  return new Promise((resolve, reject) => {
    const req = request(`${baseUrl}/chat/completions`, { method: 'POST', agent: false }, (res) => {
      const pieces: Buffer[] = [];
      const done = (error?: NodeJS.ErrnoException) =>
        resolve({
          status: res.statusCode ?? 0,
          headers: res.headers,
          text: Buffer.concat(pieces).toString(),
          pieces,
          error: error?.code,
        });
      res.on('data', (piece: Buffer) => pieces.push(piece));
      res.on('end', () => done());
      res.on('error', done);
      req.off('error', reject).on('error', done); // a reset is told to both
    });
    req.on('error', reject);
    req.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
}

/** The deltas' contents of a streamed body, one per token. */
export function contentsOf(text: string): string[] {
  const frames = text.split('\n\n').filter((frame) => frame.startsWith('data: {'));
  const deltas = frames.map(
    (frame) => (JSON.parse(frame.slice(6)) as { choices?: { delta: { content?: string } }[] }).choices?.[0]?.delta,
  );
  return deltas.flatMap((delta) => (delta?.content ? [delta.content] : []));
}
