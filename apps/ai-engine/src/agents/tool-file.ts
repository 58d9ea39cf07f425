import { isFieldKey } from '@parley/contracts';
import { BOOLEAN, Expect, type Expectation, isRecord, LIST, OBJECT, Optional, TEXT } from './expect.js';
import { durationUpTo } from './duration.js';

/** As a segment of a path: whether a call was confirmed is kept under the tool's name. */
const TOOL_NAME: Expectation = {
  what: 'a name that begins with a letter or _ and goes on with letters, digits, - and _, at most 64, not one of prototypes',
  fits: (name) => isFieldKey(name) && !name.includes('.'),
};
const TEXTS: Expectation = {
  what: 'a list of texts',
  fits: (list) => Array.isArray(list) && list.every((text) => typeof text === 'string'),
};
const VARIABLES: Expectation = {
  what: 'an object of texts',
  fits: (env) => isRecord(env) && Object.values(env).every((text) => typeof text === 'string'),
};
const HEADERS: Expectation = { what: 'an object of HTTP headers, each a text of one line', fits: areHeaders };
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
  @Optional() @Expect(HEADERS) headers: Record<string, string> = {};
}

export class ProcessFile extends AnyServerFile {
  @Expect(TEXT) command!: string;
  @Optional() @Expect(TEXTS) args: string[] = [];
  @Optional() @Expect(VARIABLES) env: Record<string, string> = {};
}

function areHeaders(headers: unknown): boolean {
  if (!VARIABLES.fits(headers)) return false;
  try {
    return new Headers(headers as Record<string, string>) instanceof Headers;
  } catch {
    return false;
  }
}
