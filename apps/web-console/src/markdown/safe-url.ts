const PROTOCOLS = ['http:', 'https:', 'mailto:'];

/**
 * A link that leads to the web or to a mail, as it is; else ''. What is relative would lead somewhere on the page's own server,
 * and a fragment is an address within the console: a text that an agent wrote means neither.
 */
export function safeUrl(url: string): string {
  try {
    return PROTOCOLS.includes(new URL(url).protocol) ? url : '';
  } catch {
    return '';
  }
}
