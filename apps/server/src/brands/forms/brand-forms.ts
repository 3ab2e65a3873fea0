import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormItem } from '@hiram/contract/form';
import * as v from 'valibot';
import { inLanguage, type Language } from '../texts/localized.ts';

const filled = v.pipe(v.string(), v.minLength(1, 'is empty'));
const pattern = v.pipe(
  v.string(),
  v.check((text) => {
    try {
      return Boolean(new RegExp(text, 'u'));
    } catch {
      return false;
    }
  }, 'is not a pattern'),
);

const itemSchema = v.pipe(
  v.strictObject({
    code: v.pipe(v.string(), v.regex(/^[a-z][A-Za-z]{1,39}$/, 'is not a code')),
    cate: v.picklist(['text', 'enum', 'citySelect', 'day']),
    title: filled,
    subtitle: filled,
    inputType: v.optional(v.picklist(['text', 'number', 'money', 'phone', 'card']), 'text'),
    optional: v.optional(v.boolean(), false),
    maxLength: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)), 60),
    rule: v.optional(pattern),
    ruleText: v.optional(filled),
    /** The message of an empty item, in words of its own. */
    requiredText: v.optional(filled),
    note: v.optional(v.array(v.tuple([filled, filled])), []),
    /** Checks beyond the pattern: of age, a citizen of the market's country, a past day. */
    check: v.optional(v.picklist(['adult', 'citizen', 'past'])),
    /** The stored form of a value: `cents` converts pesos to cents, `flag` converts yes and no to a boolean. */
    store: v.optional(v.picklist(['text', 'cents', 'flag']), 'text'),
    /** Only its last four characters are shown again. */
    masked: v.optional(v.boolean(), false),
  }),
  v.check(
    (item) => (item.cate === 'enum') === item.note.length > 0,
    'an enum requires options, and only an enum has them',
  ),
);
export type StepItem = v.InferOutput<typeof itemSchema>;

const stepSchema = v.strictObject({
  title: filled,
  subtitle: filled,
  needed: v.boolean(),
  items: v.pipe(
    v.array(itemSchema),
    v.minLength(1),
    v.check(
      (items) => new Set(items.map((item) => item.code)).size === items.length,
      'contains a code twice',
    ),
  ),
});

const formsSchema = v.strictObject({
  public: stepSchema,
  personal: stepSchema,
  job: stepSchema,
  extra: stepSchema,
});
/** The certification's forms (KEY-03): brands/<brand>/forms.json. */
export type BrandForms = v.InferOutput<typeof formsSchema>;
export type FormGroup = keyof BrandForms;

/** Reads a brand's forms in one of its languages. Each problem is one line. */
export function loadForms(
  brandsDir: string,
  brandId: string,
  language: Language,
): { forms: BrandForms | undefined; problems: string[] } {
  const path = `brands/${brandId}/forms.json`;
  const file = join(brandsDir, brandId, 'forms.json');
  if (!existsSync(file)) return { forms: undefined, problems: [`${path} is missing`] };
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { forms: undefined, problems: [`${path} is not JSON`] };
  }
  const missingTexts: string[] = [];
  const parsed = v.safeParse(formsSchema, inLanguage(json, language, missingTexts));
  if (!parsed.success)
    return {
      forms: undefined,
      problems: parsed.issues.map(
        (issue) => `${path}: ${v.getDotPath(issue) ?? 'the file'} ${issue.message}`,
      ),
    };
  return { forms: parsed.output, problems: missingTexts.map((line) => `${path}: ${line}`) };
}

/** A step's item in the wire format, with its value and the value's label. */
export function asFormItem(item: StepItem, value: string, label: string | undefined): FormItem {
  return {
    code: item.code,
    kind: item.cate,
    title: item.title,
    subtitle: item.subtitle,
    value,
    options: item.note.map(([value, name]) => ({ value, name })),
    inputType: item.inputType,
    accountType: 0,
    channelNumber: '',
    optional: item.optional,
    maxLength: item.maxLength,
    ...(item.rule === undefined ? {} : { rule: item.rule }),
    ...(item.ruleText === undefined ? {} : { ruleText: item.ruleText }),
    ...(item.requiredText === undefined ? {} : { requiredText: item.requiredText }),
    ...(label === undefined ? {} : { displayText: label }),
  };
}
