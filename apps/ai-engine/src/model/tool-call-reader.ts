import { randomUUID } from 'node:crypto';
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import { BrokenAnswerError } from './broken-answer-error.js';
import type { ModelToolCall } from './chat-message.js';

/** As servers send it: any member may be missing, and arguments may come as the object itself. */
type ToolCallPiece = Partial<ChatCompletionChunk.Choice.Delta.ToolCall>;

interface OpenCall {
  id: string;
  name: string;
  argumentsText: string;
}

/**
 * Puts the tool calls of one streamed answer together. In the pieces of OpenAI the first one of a call has its id and name,
 * and the index tells which call a piece belongs to. Other servers leave out the index or the id, give every call the index
 * 0, or repeat name and id, or a new id, in every piece.
 */
export class ToolCallReader {
  private readonly calls: OpenCall[] = [];
  private readonly byIndex = new Map<number, OpenCall>();

  get isEmpty(): boolean {
    return this.calls.length === 0;
  }

  read(pieces: readonly ToolCallPiece[]): void {
    for (const piece of pieces) {
      const call = this.callOf(piece);
      call.id ||= textOf(piece.id);
      call.name ||= textOf(piece.function?.name);
      call.argumentsText += argumentsOf(piece);
    }
  }

  /**
   * The calls in the order in which they began. Their ids differ from each other and from those that are `taken`: where
   * the server's do not, new ones are made up. Throws `BrokenAnswerError` where a call has no name.
   */
  end(taken: Iterable<string> = []): ModelToolCall[] {
    const ids = new Set(taken);
    return this.calls.map(({ id, name, argumentsText }) => {
      if (name === '') throw new BrokenAnswerError('the answer calls a tool without naming it');
      const callId = id === '' || ids.has(id) ? `call_${randomUUID()}` : id;
      ids.add(callId);
      return { callId, name, argumentsText };
    });
  }

  /** The call that the piece belongs to; a new one where it begins one. */
  private callOf(piece: ToolCallPiece): OpenCall {
    const { index } = piece;
    const open = typeof index === 'number' ? this.byIndex.get(index) : this.calls.at(-1);
    if (open && !beginsAnother(piece, open)) return open;
    const call: OpenCall = { id: '', name: '', argumentsText: '' };
    this.calls.push(call);
    if (typeof index === 'number') this.byIndex.set(index, call);
    return call;
  }
}

/** Whether a piece is the first of another call, although by its index, or for want of one, it would belong to `open`. */
function beginsAnother(piece: ToolCallPiece, open: OpenCall): boolean {
  const [id, name] = [textOf(piece.id), textOf(piece.function?.name)];
  if (id !== '' && id === open.id) return false;
  if (name !== '' && open.name !== '' && name !== open.name) return true;
  const isNewId = id !== '' && open.id !== '';
  if (isNewId && typeof piece.index !== 'number') return true;
  return (isNewId || name !== '') && argumentsOf(piece).trim() !== '' && isWhole(open.argumentsText);
}

function isWhole(argumentsText: string): boolean {
  if (!/\}\s*$/.test(argumentsText)) return false;
  try {
    JSON.parse(argumentsText);
    return true;
  } catch {
    return false;
  }
}

function argumentsOf({ function: called }: ToolCallPiece): string {
  const value: unknown = called?.arguments;
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Ids are numbers on some servers. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
