import { type ArgumentMetadata, type ValidationError, ValidationPipe } from '@nestjs/common';
import { type FieldError, ParleyError } from '@parley/contracts';

export interface BodyValidationOptions {
  /** What happens to members the class does not know; `refuse` is for our own API, `drop` for the dialects. */
  unknown: 'refuse' | 'drop';
}

/** A pipe that turns a body or query into an instance of its class, or throws `validation_failed` with one entry per broken rule. */
export function bodyValidation({ unknown }: BodyValidationOptions = { unknown: 'refuse' }): ValidationPipe {
  return new ObjectValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: unknown === 'refuse',
    forbidUnknownValues: false,
    exceptionFactory: (errors) => new ParleyError('validation_failed', { errors: errors.flatMap((error) => fieldErrors(error)) }),
  });
}

/** class-validator lets an array or a text pass for an object without required members. */
class ObjectValidationPipe extends ValidationPipe {
  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const isNoObject = value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value));
    if (metadata.type === 'body' && metadata.data === undefined && isNoObject)
      throw new ParleyError('validation_failed', { errors: [{ path: '', message: 'the body must be a JSON object' }] });
    return super.transform(value, metadata) as Promise<unknown>;
  }
}

function fieldErrors(error: ValidationError, parent = ''): FieldError[] {
  const path = parent === '' ? error.property : `${parent}.${error.property}`;
  const own = Object.values(error.constraints ?? {}).map((message) => ({ path, message }));
  return [...own, ...(error.children ?? []).flatMap((child) => fieldErrors(child, path))];
}
