import type { ApiBody } from '@nestjs/swagger';

/** An OpenAPI schema. */
export type ApiSchema = Extract<Parameters<typeof ApiBody>[0], { schema: unknown }>['schema'];

const text = (description?: string): ApiSchema => ({ type: 'string', ...(description && { description }) });

export const TEXT = text();
export const textThat = text;

export const choice = (values: readonly string[], description?: string): ApiSchema => ({
  type: 'string',
  enum: [...values],
  ...(description && { description }),
});

/** `required`: names of the members that are always there; all others may be absent. */
export const object = (properties: Record<string, ApiSchema>, required: readonly string[] = []): ApiSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required: [...required] }),
});

export const listOf = (items: ApiSchema): ApiSchema => ({ type: 'array', items });

export const pageOf = (items: ApiSchema): ApiSchema =>
  object({ items: listOf(items), next_cursor: { type: 'string', nullable: true } }, ['items', 'next_cursor']);

export const ANY_OBJECT: ApiSchema = { type: 'object', additionalProperties: true };

export const USER_ID: ApiSchema = {
  oneOf: [{ type: 'string', minLength: 1, maxLength: 256 }, { type: 'integer' }],
  description: 'Who says it, where users are not verified.',
};
