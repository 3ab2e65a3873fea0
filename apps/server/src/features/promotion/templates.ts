import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { type Brand, BrandError, type BrandProduct } from '../../brands/brand.ts';
import { contrastProblems } from '../../brands/look/contrast.ts';
import { inLanguage } from '../../brands/texts/localized.ts';

const filled = v.pipe(v.string(), v.regex(/\S/, 'is empty'), v.maxLength(200, 'is too long'));

const colourRoles = v.record(
  v.string(),
  v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/, 'is not a colour (#rrggbb)')),
);

const templateSchema = v.strictObject({
  headline: filled,
  lead: filled,
  points: v.pipe(v.array(filled), v.minLength(1), v.maxLength(4)),
  /** One of the pictures for landing pages. */
  picture: v.picklist(['scene', 'phone']),
  buttonText: filled,
  /** Colours that differ from the brand's, light and dark. */
  colours: v.optional(v.strictObject({ light: colourRoles, dark: colourRoles })),
  /** The code of the product whose cost the page shows as an example. */
  product: filled,
  /** Cents with which the example begins, such as the most of a first loan. Absent: what the product offers first. */
  amount: v.optional(v.pipe(v.number(), v.safeInteger())),
  form: v.pipe(
    v.array(v.picklist(['mobile', 'imgValidate', 'smsCode', 'invite_code'])),
    v.length(4, 'must list the four fields'),
    v.check((names) => new Set(names).size === names.length, 'contains a field twice'),
  ),
});

export interface LandingTemplate extends v.InferOutput<typeof templateSchema> {
  readonly id: string;
}

const isAmountOf = ({ amountMin, amountMax, amountStep }: BrandProduct, amount: number): boolean =>
  amount >= amountMin && amount <= amountMax && (amount - amountMin) % amountStep === 0;

/**
 * A brand's landing pages in its language: brands/<brand>/landing/<id>.json. An unknown id shows the first one by name. Throws
 * BrandError with every problem, one a line.
 */
export function loadTemplates(brandsDir: string, brand: Brand): ReadonlyMap<string, LandingTemplate> {
  const folder = join(brandsDir, brand.id, 'landing');
  const files = existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.json'))
        .sort()
    : [];
  const problems: string[] = [];
  const templates = new Map<string, LandingTemplate>();
  for (const file of files) {
    const path = `brands/${brand.id}/landing/${file}`;
    let json: unknown;
    try {
      json = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    } catch {
      problems.push(`${path} is not JSON`);
      continue;
    }
    const missingTexts: string[] = [];
    const parsed = v.safeParse(templateSchema, inLanguage(json, brand.language, missingTexts));
    problems.push(...missingTexts.map((line) => `${path}: ${line}`));
    if (!parsed.success) {
      for (const issue of parsed.issues)
        problems.push(`${path}: ${v.getDotPath(issue) ?? 'the file'} ${issue.message}`);
      continue;
    }
    const template = { ...parsed.output, id: basename(file, '.json') };
    const product = brand.products.find(({ code }) => code === template.product);
    if (!product) problems.push(`${path}: product ${template.product} is not one of the brand’s`);
    else if (template.amount !== undefined && !isAmountOf(product, template.amount))
      problems.push(`${path}: amount ${template.amount} is not one of ${product.code}`);
    for (const theme of ['light', 'dark'] as const)
      for (const problem of contrastProblems({ ...brand.colours[theme], ...template.colours?.[theme] }))
        problems.push(`${path}: colours.${theme}: ${problem}`);
    templates.set(template.id, template);
  }
  if (templates.size === 0 && problems.length === 0)
    problems.push(`brands/${brand.id}/landing contains no landing page`);
  if (problems.length > 0) throw new BrandError(problems.join('\n'));
  return templates;
}
