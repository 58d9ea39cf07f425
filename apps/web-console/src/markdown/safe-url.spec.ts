import { safeUrl } from './safe-url.js';

test.each(['https://example.org/a?b#c', 'http://localhost:3000', 'HTTPS://EXAMPLE.ORG', 'mailto:a@example.org'])(
  '%s → as it is',
  (url) => {
    expect(safeUrl(url)).toBe(url);
  },
);

test.each([
  '',
  '/api/v1/consultations',
  'report.pdf',
  '../x',
  '?a=b',
  '#/workbench',
  '#user-content-fn-1',
  '//example.org',
  'javascript:alert(1)',
  ' java\nscript:alert(1)',
  'data:text/html,x',
  'blob:https://example.org/1',
  'file:///etc/passwd',
  'vbscript:x',
  'tel:110',
  'ircs://example.org',
  'https://',
])('%j → nowhere', (url) => {
  expect(safeUrl(url)).toBe('');
});
