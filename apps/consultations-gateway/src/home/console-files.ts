import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** A file as it goes out. */
export interface ServedFile {
  body: Buffer;
  contentType: string;
  isGzipped: boolean;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Names as the build gives them: no way out of the folder, and not the compressed twins. */
const ASSET_NAME = /^[\w-][\w.-]*\.(?:js|css|svg)$/;

/** The built console. It is read for each request, so that a new build is served without a restart. */
export class ConsoleFiles {
  constructor(private readonly folder: string) {}

  /** The page; undefined where the console has not been built. */
  page(acceptEncoding: string | undefined): Promise<ServedFile | undefined> {
    return this.file('index.html', acceptEncoding);
  }

  /** What the page loads, by its name; undefined where there is no such file. */
  async asset(name: string, acceptEncoding: string | undefined): Promise<ServedFile | undefined> {
    return ASSET_NAME.test(name) ? this.file(path.join('assets', name), acceptEncoding) : undefined;
  }

  private async file(name: string, acceptEncoding: string | undefined): Promise<ServedFile | undefined> {
    const contentType = CONTENT_TYPES[path.extname(name)];
    if (contentType === undefined) return undefined;
    const gzipped = takesGzip(acceptEncoding) ? await this.read(`${name}.gz`) : undefined;
    const body = gzipped ?? (await this.read(name));
    return body && { body, contentType, isGzipped: gzipped !== undefined };
  }

  private async read(name: string): Promise<Buffer | undefined> {
    try {
      return await readFile(path.join(this.folder, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }
}

/** `gzip;q=0` says no. */
const takesGzip = (acceptEncoding = ''): boolean =>
  /(?:^|,)\s*gzip\s*(?:,|$|;(?!\s*q=0(?:\.0*)?\s*(?:,|$)))/i.test(acceptEncoding);
