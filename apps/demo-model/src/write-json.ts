import type { ServerResponse } from 'node:http';

export function writeJson(res: ServerResponse, status: number, body: object): void {
  const bytes = Buffer.from(JSON.stringify(body));
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length });
  res.end(bytes);
}

/** An error in the shape that clients of the OpenAI API read. */
export function writeError(res: ServerResponse, status: number, message: string, param: string | null = null): void {
  const type = status >= 500 ? 'server_error' : 'invalid_request_error';
  writeJson(res, status, { error: { message, type, param, code: null } });
}
