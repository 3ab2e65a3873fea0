import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decide, type Facts, ladderLimit } from '@hiram/decision';
import { definitionOf, type FactValue } from '@hiram/decision/facts';
import type { Comparison } from '@hiram/decision/policy';
import { cents, plan, type Terms, termsFor } from '@hiram/loan';
import { expect, test } from 'vitest';
import { type Brand, loadBrand } from '../../../brands/brand.ts';
import { markets } from '../../../brands/markets/markets.ts';
import { decisionOffer } from './offer-options.ts';
import { resolutionOf } from './outcome.ts';

const brandsDir = fileURLToPath(new URL('../../../../../../brands', import.meta.url));
const shipped = readdirSync(brandsDir).filter((name) => existsSync(join(brandsDir, name, 'brand.json')));

/** An application as the checks before policies read it; undefined where nothing was given. */
interface FormerApplication {
  readonly age: number | undefined;
  readonly citizenship: string | undefined;
  readonly income: number | undefined;
  readonly hasCapacity: boolean;
  readonly hasAddress: boolean;
  readonly isBlocked: boolean;
  readonly hasOtherOrder: boolean;
  readonly shared: readonly ('document' | 'account' | 'device')[];
  readonly isNameChanged: boolean;
}

/** The eight checks and four referrals that decided applications before policies did, word for word in what they compare. */
function formerOutcome(application: FormerApplication, terms: Terms, share: number, country: string) {
  const { age, citizenship, income } = application;
  const instalment = Math.max(...plan(terms).map((row) => row.payment));
  const monthly = (instalment * 30) / Math.max(30, terms.termDays / terms.periods);
  const refusals = [
    age === undefined || citizenship === undefined || income === undefined,
    citizenship !== undefined && citizenship !== country,
    age !== undefined && age < 18,
    !application.hasCapacity,
    !application.hasAddress,
    application.isBlocked,
    application.hasOtherOrder,
    income !== undefined && monthly * 1_000_000 > income * share,
  ];
  if (refusals.includes(true)) return 'refuse';
  return application.shared.length > 0 || application.isNameChanged ? 'refer' : 'approve';
}

function factsOf(application: FormerApplication): Facts {
  const { age, citizenship, income, shared } = application;
  const isShared = (kind: (typeof shared)[number]) => (shared.includes(kind) ? 1 : 0);
  return {
    'applicant.age': age,
    'applicant.citizenship': citizenship,
    'applicant.income': income,
    'applicant.capacity': application.hasCapacity,
    'applicant.address': application.hasAddress,
    'applicant.blocked': application.isBlocked,
    'history.openLoans': application.hasOtherOrder ? 1 : 0,
    'history.settledLoans': 9,
    'history.maxDaysLate': 0,
    'identity.sharedDocument': isShared('document'),
    'identity.sharedAccount': isShared('account'),
    'identity.sharedDevice': isShared('device'),
    'identity.document': 'verified',
    'screening.state': 'clear',
    'identity.nameChanged': application.isNameChanged,
  };
}

/** Whole numbers from 0 to `bound` − 1 by a seed (Park and Miller). */
function numbersFrom(seed: number) {
  let state = seed;
  return (bound: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % bound;
  };
}

function randomApplication(
  below: (bound: number) => number,
  terms: Terms,
  country: string,
): FormerApplication {
  const rarely = () => below(12) === 0;
  // Incomes lie about the edge of what is affordable, in whole units of money as they are declared.
  const instalment = Math.max(...plan(terms).map((row) => row.payment));
  return {
    age: rarely() ? undefined : 16 + below(20),
    citizenship: rarely() ? undefined : rarely() ? 'US' : country,
    income: rarely() ? undefined : Math.round((instalment * (1 + below(60) / 10)) / 100) * 100,
    hasCapacity: !rarely(),
    hasAddress: !rarely(),
    isBlocked: rarely(),
    hasOtherOrder: rarely(),
    shared: (['document', 'account', 'device'] as const).filter(rarely),
    isNameChanged: rarely(),
  };
}

const applications = 20_000;

test.each(shipped)(
  '%s decides 20,000 random applications as the former checks did, but for the ladder [T1412]',
  (id) => {
    const brand = loadBrand(brandsDir, id);
    const below = numbersFrom(20_261_126);
    const { country } = markets[brand.market];
    const share = brand.policy.stages[4].maxShare;
    const counts = { approve: 0, refer: 0, refuse: 0 };
    for (let index = 0; index < applications; index++) {
      const product = brand.products[below(brand.products.length)] ?? brand.products[0];
      if (!product) throw new Error('a brand has products');
      const steps = Math.floor((product.amountMax - product.amountMin) / product.amountStep);
      const amount = cents(product.amountMin + below(steps + 1) * product.amountStep);
      const terms = termsFor(product, amount, 'repeat', brand.rules);
      const application = randomApplication(below, terms, country);
      const former = formerOutcome(application, terms, share, country);
      const facts = { ...factsOf(application), 'loan.product': product.code };
      const { outcome } = decide(brand.policy, facts, decisionOffer(terms, undefined));
      if (outcome !== former) expect({ application, product: product.code, amount, outcome }).toEqual(former);
      counts[former] += 1;
    }
    // A generator that never approves, or never refuses, would compare nothing.
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(1_000);
  },
);

/** Values of a fact beside and on the edge of a comparison, each with what the comparison says of it. */
function sidesOf({ fact, op, value }: Comparison): readonly (readonly [FactValue, boolean])[] {
  if (typeof value === 'number')
    return [value - 1, value, value + 1].map((at): readonly [FactValue, boolean] => {
      if (at === value) return [at, ['=', '<=', '>='].includes(op)];
      return [at, op === '!=' || op.startsWith(at < value ? '<' : '>')];
    });
  if (typeof value !== 'string' && typeof value !== 'boolean') throw new Error(`${fact}: a list of values`);
  const known = definitionOf(fact).words ?? ['XX'];
  const other = typeof value === 'boolean' ? !value : known.find((word) => word !== value);
  return [
    [value, op === '='],
    [other ?? '', op === '!='],
  ];
}

/** The policy of a brand, with an application that it approves. */
function approved(id: string) {
  const { policy, market, products, rules } = loadBrand(brandsDir, id);
  const [product] = products;
  if (!product) throw new Error('a brand has products');
  const offer = decisionOffer(termsFor(product, product.amountMin, 'repeat', rules), undefined);
  const good: Facts = {
    ...factsOf({
      age: 40,
      citizenship: markets[market].country,
      income: 1_000_000_000_000,
      hasCapacity: true,
      hasAddress: true,
      isBlocked: false,
      hasOtherOrder: false,
      shared: [],
      isNameChanged: false,
    }),
    'loan.product': product.code,
  };
  return { policy, offer, good };
}

test.each(shipped)(
  '%s: each rule holds on its side of the edge alone, and a missing fact does what it says [T1842]',
  (id) => {
    const { policy, offer, good } = approved(id);
    expect(decide(policy, good, offer).outcome).toBe('approve');
    const stages = policy.stages.slice(0, 3).flatMap((stage) => ('rules' in stage ? stage.rules : []));
    expect(stages.length).toBeGreaterThan(5);
    for (const { id: name, if: condition, then, missing } of stages) {
      if (!('op' in condition) || !['=', '!=', '<', '<=', '>', '>='].includes(condition.op))
        throw new Error(`${name} compares otherwise: say here on which side of its edge it holds`);
      const { fact } = condition;
      for (const [value, holds] of sidesOf(condition)) {
        const { trace, outcome } = decide(policy, { ...good, [fact]: value }, offer);
        const line = trace.find(({ rule }) => rule === name);
        expect({ name, value, state: line?.state }).toEqual({
          name,
          value,
          state: holds ? 'fired' : 'passed',
        });
        if (holds) expect([then, 'refuse']).toContain(outcome);
      }
      const without = decide(policy, { ...good, [fact]: undefined }, offer);
      expect(without.trace.find(({ rule }) => rule === name)?.state, name).toBe('missing');
      if (missing !== 'skip') expect([missing, 'refuse']).toContain(without.outcome);
    }
  },
);

test.each(shipped)(
  '%s approves and offers nothing to an applicant of whom nothing is known [T1340]',
  (id) => {
    const { policy, products, rules } = loadBrand(brandsDir, id);
    for (const product of products) {
      const offer = decisionOffer(termsFor(product, product.amountMin, 'new', rules), undefined);
      const { outcome, offered, trace } = decide(policy, {}, offer);
      expect({ outcome, offered }).toEqual({ outcome: 'refuse', offered: undefined });
      const unmissed = policy.stages
        .flatMap((stage) => ('rules' in stage ? stage.rules : []))
        .filter(({ id: rule }) => trace.find((line) => line.rule === rule)?.state !== 'missing');
      expect(unmissed).toEqual([]);
    }
  },
);

test.each(shipped.filter((id) => id !== 'spec'))(
  '%s lends first at most 30% of a product’s maximum, and never less to a better client [T1413]',
  (id) => {
    const brand = loadBrand(brandsDir, id);
    for (const product of brand.products) {
      const rungs = [0, 1, 2, 3, 5, 9].map((settled) => limitOf(brand, product.code, settled));
      expect(rungs[0], product.code).toBeGreaterThanOrEqual(product.amountMin);
      expect(rungs[0], product.code).toBeLessThanOrEqual(
        Math.max(product.amountMax * 0.3, product.amountMin),
      );
      expect([...rungs].sort((a, b) => a - b)).toEqual(rungs);
      expect(rungs.at(-1)).toBe(product.amountMax);
    }
  },
);

function limitOf({ policy }: Brand, product: string, settled: number): number {
  return ladderLimit(policy.stages[5].ladder, {
    'loan.product': product,
    'history.settledLoans': settled,
    'history.maxDaysLate': 0,
  });
}

test('spec offers every amount of its products to everybody, as before [T1414]', () => {
  const brand = loadBrand(brandsDir, 'spec');
  for (const { code, amountMax } of brand.products)
    expect(limitOf(brand, code, 0)).toBeGreaterThanOrEqual(amountMax);
});

test.each(shipped)(
  '%s: a fact that is missing and refuses is told as incomplete, whatever its rule is about [T2408]',
  (id) => {
    const { policy, offer, good } = approved(id);
    const decision = decide(policy, { ...good, 'applicant.age': undefined }, offer);
    expect(resolutionOf(policy, decision, undefined)).toEqual({ outcome: 'refuse', reasons: ['incomplete'] });
  },
);
