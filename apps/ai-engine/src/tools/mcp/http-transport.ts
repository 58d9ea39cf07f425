import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ErrorCode, type JSONRPCMessage, type RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { McpHttpServer } from '../../agents/agent-tool.js';
import { createHttpFetch } from '../../model/http-fetch.js';
import { type RequestLost, requestFetch } from './request-fetch.js';
import { settlesWithin } from './settles-within.js';

/** How long a server may take to let go of a session. */
const FAREWELL_MS = 1000;

const http = createHttpFetch();

/** Streamable HTTP. A request whose answer can't come any more fails at once, where the SDK would let it wait for its timeout. */
export class McpHttpTransport extends StreamableHTTPClientTransport {
  private closing?: Promise<void>;

  constructor({ url, headers }: McpHttpServer) {
    let onLost: RequestLost = () => undefined;
    const requests = requestFetch(http, (id) => onLost(id));
    super(new URL(url), { requestInit: { headers: { ...headers } }, fetch: requests.fetch });
    onLost = (id) => {
      if (!this.closing) this.onmessage?.(connectionLost(id));
    };
    this.onmessage = (message) => {
      if (!('method' in message) && message.id !== undefined) requests.answered(message.id);
    };
  }

  /** Ends the session. All who call this wait for the same end. */
  override close(): Promise<void> {
    this.closing ??= this.leave();
    return this.closing;
  }

  private async leave(): Promise<void> {
    await settlesWithin(FAREWELL_MS, this.terminateSession());
    await super.close();
  }
}

const connectionLost = (id: RequestId): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id,
  error: { code: ErrorCode.ConnectionClosed, message: 'the connection was lost before the answer came' },
});
