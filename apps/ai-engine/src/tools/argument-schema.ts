import { Ajv, type ErrorObject, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../agents/agent-tool.js';
import { errorsText } from './schema-error-text.js';

/** What is wrong with arguments, in words for the model; undefined where they fit. They are never changed. */
export type ArgumentCheck = (args: unknown) => string | undefined;

const STRICT: Options = { strict: true, strictTypes: false, strictTuples: false, strictRequired: false };
const LENIENT: Options = { strict: false };

const isDraft7 = ({ $schema }: JsonSchema): boolean => typeof $schema === 'string' && $schema.includes('draft-07');

/**
 * Compiles a schema: of draft-07 where it says so, else of 2020-12. Strictly (for schemas written here), an unknown keyword or
 * format is an error; leniently (for those of servers) it is ignored, and what only draft-07 understands is taken as that.
 * Throws where it can't be compiled.
 */
export function argumentCheck(schema: JsonSchema, { strict }: { strict: boolean }): ArgumentCheck {
  if (strict || isDraft7(schema)) return compiled(schema, strict, isDraft7(schema));
  try {
    return compiled(schema, false, false);
  } catch (error) {
    try {
      return compiled(schema, false, true);
    } catch {
      throw error;
    }
  }
}

function compiled(schema: JsonSchema, strict: boolean, draft7: boolean): ArgumentCheck {
  // Each schema has a validator of its own: their ids can't clash, and what a server offered once is not kept.
  const validate = validator(draft7, { ...(strict ? STRICT : LENIENT), validateSchema: false }).compile(schema);
  if ('$async' in validate) throw new Error('$async is not supported');
  return (args) => (validate(args) === true ? undefined : errorsText(validate.errors ?? [], args));
}

const metaValidators: Partial<Record<'draft7' | 'draft2020', Ajv>> = {};

/** The schema held against the schema of schemas. */
export function schemaErrors(schema: JsonSchema): readonly ErrorObject[] {
  const draft7 = isDraft7(schema);
  const meta = (metaValidators[draft7 ? 'draft7' : 'draft2020'] ??= validator(draft7, STRICT));
  const { $schema: _named, ...unnamed } = schema;
  return meta.validateSchema(unnamed) === true ? [] : (meta.errors ?? []);
}

function validator(draft7: boolean, options: Options): Ajv {
  const ajv = new (draft7 ? Ajv : Ajv2020)({ ...options, allErrors: true, logger: false });
  addFormats.default(ajv);
  return ajv;
}
