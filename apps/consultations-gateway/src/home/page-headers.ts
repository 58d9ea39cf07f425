/**
 * What a page of ours may do. Scripts come from here alone. Styles may be inline: antd writes the styles of its components into the
 * page while it runs, and a nonce would make the page another one for each request, so that no plain web server could serve it.
 * What an injected style could do is bounded: nothing is loaded from elsewhere, and no markup of users or models reaches the page.
 */
const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PLAIN_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const COMMON = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };

/** The console's page names the build that it loads: it is looked for anew each time. */
export const CONSOLE_PAGE_HEADERS = { ...COMMON, 'content-security-policy': CONSOLE_POLICY, 'cache-control': 'no-cache' };

/** The names of assets hold the hash of what is in them. */
export const ASSET_HEADERS = { ...COMMON, 'cache-control': 'public, max-age=31536000, immutable' };

export const PLAIN_PAGE_HEADERS = { ...COMMON, 'content-security-policy': PLAIN_POLICY, 'cache-control': 'no-store' };
