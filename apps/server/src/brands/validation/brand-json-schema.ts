import { toJsonSchema } from '@valibot/to-json-schema';
import { brandSchema } from './brand-schema.ts';

/** The JSON schema of `brand.json`, for editors and for its reference. */
export function brandJsonSchema(): object {
  return toJsonSchema(brandSchema, { errorMode: 'ignore', typeMode: 'input' });
}
