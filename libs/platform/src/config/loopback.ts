import { isIP } from 'node:net';

/** Whether only this machine can reach what is bound to `host`. Names other than localhost count as public. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (bare === 'localhost' || bare === '::1') return true;
  return isIP(bare) === 4 && bare.startsWith('127.');
}
