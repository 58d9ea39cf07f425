import { ValidatorConstraint, type ValidatorConstraintInterface } from 'class-validator';

const SHAPE = /^tcp:\/\/(?:\[([0-9a-f:]+)\]|([^\s:/@?#]+)):(\d{1,5})\/?$/i;

/** undefined: not `tcp://<host>:<port>`. */
export function parseTcpUrl(url: string): { host: string; port: number } | undefined {
  const [, ipv6, name, digits] = SHAPE.exec(url) ?? [];
  const host = ipv6 ?? name;
  const port = Number(digits);
  return host !== undefined && port >= 1 && port <= 65_535 ? { host, port } : undefined;
}

@ValidatorConstraint({ name: 'isTcpUrl' })
export class IsTcpUrl implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'string' && parseTcpUrl(value) !== undefined;
  }

  defaultMessage(): string {
    return 'must be tcp://<host>:<port>';
  }
}
