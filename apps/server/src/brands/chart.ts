import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Component, components, componentTypes, type LossRates } from '@hiram/books';
import { type AccountType, accountTypes } from '@hiram/contract/console/books';
import type { LocalDate } from '@hiram/loan';
import { isLocalDate } from '@hiram/loan/local-date';
import * as v from 'valibot';
import shipped from '../../../../brands/accounts.json' with { type: 'json' };

const isComponent = (text: string): text is Component =>
  Object.hasOwn(componentTypes, text) || /^cash:[a-z0-9-]+$/.test(text);

const code = v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,19}$/, 'is no code of an account'));
const words = v.pipe(v.string(), v.trim(), v.minLength(1, 'is empty'), v.maxLength(120, 'is too long'));
/** Millionths of the claim. */
const rate = v.pipe(v.number(), v.safeInteger('is not whole'), v.minValue(0), v.maxValue(1_000_000));

const chartSchema = v.strictObject({
  accounts: v.array(
    v.strictObject({
      code,
      name: words,
      type: v.picklist(accountTypes),
      parent: v.optional(code),
      externalCode: v.optional(words),
      components: v.optional(
        v.array(v.custom<Component>((value) => isComponent(String(value)), 'is no component')),
        [],
      ),
    }),
  ),
  lossRates: v.pipe(
    v.array(
      v.strictObject({
        from: v.custom<LocalDate>((value) => isLocalDate(String(value)), 'is no day'),
        /** The code of a product; absent: every product without rates of its own. */
        product: v.optional(words),
        rates: v.strictTuple([rate, rate, rate]),
        source: words,
        isConfirmed: v.boolean(),
      }),
    ),
    v.minLength(1, 'is empty'),
  ),
});

/** The accounts of a brand's general ledger, which component stands in which, and its loss rates. */
export type Chart = v.InferOutput<typeof chartSchema>;
type ChartAccount = Chart['accounts'][number];

/** The first of the account's parents that is among them again: then they are a circle. */
function isInCircle(accounts: ReadonlyMap<string, ChartAccount>, account: ChartAccount): boolean {
  const passed = new Set<string>();
  for (let at: ChartAccount | undefined = account; at?.parent !== undefined; at = accounts.get(at.parent)) {
    if (passed.has(at.code)) return at.code === account.code;
    passed.add(at.code);
  }
  return false;
}

/** The faults of a chart that has its shape, each with its place. */
function faultsOf({ accounts }: Chart): readonly string[] {
  const byCode = new Map(accounts.map((account) => [account.code, account]));
  const faults: string[] = [];
  const seen = new Set<string>();
  const owner = new Map<Component, string>();
  for (const account of accounts) {
    const { code, type, parent } = account;
    if (seen.has(code)) faults.push(`accounts: ${code} is there twice`);
    seen.add(code);
    if (parent !== undefined) {
      const above = byCode.get(parent);
      if (!above) faults.push(`accounts.${code}: its parent ${parent} does not exist`);
      else if (above.type !== type)
        faults.push(`accounts.${code}: its parent ${parent} is of type ${above.type}`);
      if (isInCircle(byCode, account)) faults.push(`accounts.${code}: its parents are a circle`);
    }
    for (const component of account.components) {
      const other = owner.get(component);
      if (other !== undefined)
        faults.push(`accounts.${code}: ${component} is in the account ${other} already`);
      owner.set(component, code);
      // An account of another type would show it on the wrong side.
      const named = components.find((name) => name === component) ?? 'cash';
      const wanted: AccountType = componentTypes[named];
      if (wanted !== type)
        faults.push(`accounts.${code}: ${component} belongs in an account of type ${wanted}`);
    }
    if (account.components.length > 0 && accounts.some((other) => other.parent === code))
      faults.push(`accounts.${code}: an account with components has no accounts below it`);
  }
  for (const component of components)
    if (!owner.has(component)) faults.push(`accounts: the component ${component} has no account`);
  return faults;
}

/** Reads a chart. Faults are one line each, with their place. */
export function readChart(json: unknown): {
  readonly chart: Chart | undefined;
  readonly faults: readonly string[];
} {
  const parsed = v.safeParse(chartSchema, json);
  if (!parsed.success)
    return {
      chart: undefined,
      faults: parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`),
    };
  const faults = faultsOf(parsed.output);
  return { chart: faults.length === 0 ? parsed.output : undefined, faults };
}

/** Reads `accounts.json` of a brand's folder, or the shipped chart if there is none. Each problem is one line with its place. */
export function loadChart(
  brandsDir: string,
  id: string,
): { readonly chart: Chart | undefined; readonly problems: readonly string[] } {
  const file = join(brandsDir, id, 'accounts.json');
  const path = existsSync(file) ? `brands/${id}/accounts.json` : 'brands/accounts.json';
  try {
    const { chart, faults } = readChart(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : shipped);
    return { chart, problems: faults.map((fault) => `${path}: ${fault}`) };
  } catch (error) {
    const fault = error instanceof Error ? error.message : '';
    return { chart: undefined, problems: [`${path} is not JSON: ${fault}`] };
  }
}

/** The code of the account of a component. Cash of a provider without an account of its own is in that of all cash. */
export function accountOf({ accounts }: Chart, component: Component): string {
  const own = accounts.find((account) => account.components.includes(component));
  const account =
    own ?? accounts.find((other) => component.startsWith('cash:') && other.components.includes('cash'));
  if (!account) throw new Error(`the component ${component} has no account`);
  return account.code;
}

/** The loss rates of a product on a day: the latest of its own, or else of every product. Zero before the first. */
export function lossRatesOn({ lossRates }: Chart, product: string, on: LocalDate): LossRates {
  const latest = (of: string | undefined) =>
    lossRates
      .filter((row) => row.product === of && row.from <= on)
      .toSorted((a, b) => a.from.localeCompare(b.from))
      .at(-1);
  return (latest(product) ?? latest(undefined))?.rates ?? [0, 0, 0];
}
