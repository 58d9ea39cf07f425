import { isFieldKey } from '@parley/contracts';
import { BOOLEAN, Expect, type Expectation, LIST, OBJECT, Optional, TEXT } from './expect.js';
import { durationUpTo } from './duration.js';

/** As a segment of a path: whether a call was confirmed is kept under the tool's name. */
const TOOL_NAME: Expectation = {
  what: 'a name that begins with a letter or _ and goes on with letters, digits, - and _, at most 64, not one of prototypes',
  fits: (name) => isFieldKey(name) && !name.includes('.'),
};
/** Of `args` and `env`, an empty one too. */
export const ANY_TEXT: Expectation = { what: 'a text', fits: (text) => typeof text === 'string' };
export const HEADER_NAME: Expectation = { what: 'the name of an HTTP header', fits: (name) => isHeader(name, '') };
export const HEADER_VALUE: Expectation = {
  what: 'the value of an HTTP header, a text of one line in Latin-1',
  fits: (value) => isHeader('x', value),
};
const HTTP_URL: Expectation = {
  what: 'an http or https URL',
  fits: (url) => typeof url === 'string' && /^https?:$/.test(URL.parse(url)?.protocol ?? ''),
};

class AnyToolFile {
  @Expect(TOOL_NAME) name!: string;
  @Optional() @Expect(BOOLEAN) confirm: boolean = false;
  @Optional() @Expect(durationUpTo('24h')) timeout: string = '30s';
  @Optional() @Expect(BOOLEAN) visible: boolean = true;
}

export class ModuleToolFile extends AnyToolFile {
  @Expect(TEXT) module!: string;
  @Expect(TEXT) description!: string;
  @Expect(OBJECT) parameters!: Record<string, unknown>;
}

/** One of a server's tools, where it is more than a name. */
export class McpToolFile extends AnyToolFile {}

class AnyServerFile {
  @Expect(TOOL_NAME) mcp!: string;
  @Expect(LIST) tools!: unknown[];
}

export class HttpServerFile extends AnyServerFile {
  @Expect(HTTP_URL) url!: string;
  /** Its members are looked at one by one, as those of `args` and `env` are. */
  @Optional() @Expect(OBJECT) headers: Record<string, string> = {};
}

export class ProcessFile extends AnyServerFile {
  @Expect(TEXT) command!: string;
  @Optional() @Expect(LIST) args: string[] = [];
  @Optional() @Expect(OBJECT) env: Record<string, string> = {};
}

function isHeader(name: unknown, value: unknown): boolean {
  if (typeof name !== 'string' || typeof value !== 'string') return false;
  try {
    return new Headers([[name, value]]) instanceof Headers;
  } catch {
    return false;
  }
}
