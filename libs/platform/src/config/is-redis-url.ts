import { ValidatorConstraint, type ValidatorConstraintInterface } from 'class-validator';
import { parseRedisUrl, REDIS_URL_RULE } from '../redis/redis-url.js';

@ValidatorConstraint({ name: 'isRedisUrl' })
export class IsRedisUrl implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'string' && parseRedisUrl(value) !== undefined;
  }

  defaultMessage(): string {
    return `must be ${REDIS_URL_RULE}`;
  }
}
