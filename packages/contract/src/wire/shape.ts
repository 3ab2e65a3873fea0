/**
 * The field names of a schema. It distinguishes fields of the schema from keys that are data. The mask renames only fields, so a
 * key in the data of a borrower or a lender is never renamed.
 */
export type Shape =
  | { readonly kind: 'leaf' }
  | { readonly kind: 'list'; readonly item: Shape }
  | { readonly kind: 'record'; readonly value: Shape }
  | { readonly kind: 'object'; readonly fields: ReadonlyMap<string, Shape> };

const leaf: Shape = { kind: 'leaf' };

/** The shape of a Valibot schema. It reads the schema's public properties and unwraps wrappers (`optional`, `pipe`, …). */
export function shapeOf(schema: unknown): Shape {
  if (typeof schema !== 'object' || schema === null) return leaf;
  if ('entries' in schema && typeof schema.entries === 'object' && schema.entries !== null) {
    const fields = new Map<string, Shape>();
    for (const [name, entry] of Object.entries<unknown>({ ...schema.entries }))
      fields.set(name, shapeOf(entry));
    return { kind: 'object', fields };
  }
  if ('wrapped' in schema) return shapeOf(schema.wrapped);
  if ('item' in schema) return { kind: 'list', item: shapeOf(schema.item) };
  if ('key' in schema && 'value' in schema) return { kind: 'record', value: shapeOf(schema.value) };
  return leaf;
}

/** Every field name in a shape, at all levels. Adds them to `into` and returns it. */
export function fieldNames(shape: Shape, into: Set<string> = new Set()): Set<string> {
  if (shape.kind === 'list') fieldNames(shape.item, into);
  else if (shape.kind === 'record') fieldNames(shape.value, into);
  else if (shape.kind === 'object')
    for (const [name, field] of shape.fields) {
      into.add(name);
      fieldNames(field, into);
    }
  return into;
}
