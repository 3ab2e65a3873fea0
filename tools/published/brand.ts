import { brandJsonSchema } from '../../apps/server/src/brands/validation/brand-json-schema.ts';
import { brandTexts } from './brand-texts.ts';

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
}

interface Field {
  readonly path: string;
  readonly kind: string;
  readonly isRequired: boolean;
}

function kindOf({ type, enum: values, pattern, minimum, maximum, format }: Schema): string {
  if (values) return values.map((value) => `\`${value}\``).join(', ');
  const bounds = [
    minimum === undefined || minimum === 0 ? '' : `from ${minimum}`,
    maximum === undefined || maximum > 1_000_000 ? '' : `to ${maximum}`,
    pattern === undefined ? '' : `\`${pattern.replaceAll('|', '\\|')}\``,
    format === undefined ? '' : format,
  ].filter(Boolean);
  const name = type === 'integer' || type === 'number' ? 'whole number' : type === 'array' ? 'list' : type;
  return [name ?? 'value', ...bounds].join(' ');
}

function fieldsOf(schema: Schema, path: string, isRequired: boolean): Field[] {
  const below = (child: Schema, name: string, required: boolean) =>
    fieldsOf(child, `${path}${name}`, required);
  const own = path === '' ? [] : [{ path, kind: kindOf(schema), isRequired }];
  if (schema.properties) {
    const dot = path === '' ? '' : '.';
    const { required = [] } = schema;
    const inner = Object.entries(schema.properties).flatMap(([name, child]) =>
      below(child, `${dot}${name}`, required.includes(name)),
    );
    return [...own, ...inner];
  }
  if (schema.items)
    return [...own, ...below(schema.items, '[]', true).slice(schema.items.properties ? 1 : 0)];
  return own;
}

/** docs/brand.md: every field of \`brand.json\`. Throws if a field has no text, or a text no field. */
export function brandReference(): string {
  const fields = fieldsOf(brandJsonSchema() as Schema, '', true).filter(({ path }) => !path.endsWith('[]'));
  const paths = new Set(fields.map(({ path }) => path));
  const missing = [...paths].filter((path) => brandTexts[path] === undefined);
  const extra = Object.keys(brandTexts).filter((path) => !paths.has(path));
  if (missing.length + extra.length > 0)
    throw new Error(
      `tools/published/brand-texts.ts lacks [${missing.join(', ')}] and has in excess [${extra.join(', ')}]; then npm run published`,
    );
  const rows = fields.map(
    ({ path, kind, isRequired }) =>
      `| \`${path}\` | ${kind} | ${isRequired ? 'yes' : ''} | ${brandTexts[path]} |`,
  );
  return `# A brand's file

\`brands/<name>/brand.json\`, field by field, from its schema: \`npm run published\` writes this page, and \`docs/brand.schema.json\`, which an editor can check the file with. Releases have both. \`npm run hiram -- brand check DIR\` checks a folder with everything in it: also colours by contrast, texts in every language, and terms against the law.

Any text may be one string for all languages, or one per language: \`{ "en": "Loan", "fil": "Pautang" }\`. Amounts are cents, rates parts per million (ppm), days \`YYYY-MM-DD\`.

| field | must be | required | means |
|---|---|---|---|
${rows.join('\n')}

[CONTRIBUTING.md](../CONTRIBUTING.md#add-a-brand) has the steps to add a brand, and the other files of its folder.
`;
}
