import { evaluate } from './condition.ts';
import { type FactName, type Facts, factIn, integerIn } from './facts.ts';
import type { Card, Policy, Rule } from './policy.ts';

/** An amount in cents with its term. */
export interface Amount {
  readonly amount: number;
  readonly termDays: number;
  readonly periods: number;
}

/** An amount that the product lends, with its greatest instalment per 30 days in cents. */
export interface Option extends Amount {
  readonly monthlyInstalment: number;
}

/** The requested amount, and everything that the product lends. `asked` is one of `options`. */
export interface Offer {
  readonly asked: Amount;
  readonly options: readonly Option[];
}

export type Outcome = 'approve' | 'counter' | 'refer' | 'refuse';
type StageName = Policy['stages'][number]['name'];

/**
 * One line of a trace: a rule by its id; a card by its fact; a band, the affordability and the limit by their reason. `missing`
 * says that a fact was missing; what the policy then does is in the outcome and its reasons.
 */
export interface TraceLine {
  readonly stage: StageName;
  readonly rule: string;
  readonly state: 'fired' | 'passed' | 'missing';
}

export interface Decision {
  readonly outcome: Outcome;
  /** Those of refusals first, then those of referrals, each in the order of the stages and once. */
  readonly reasons: readonly string[];
  /** The most that the ladder allows, in cents. */
  readonly limit: number;
  /** The amount that is, or after a referral would be, offered. Absent of a refusal. */
  readonly offered?: Amount;
  readonly points: number;
  readonly cards: readonly {
    readonly fact: FactName;
    readonly value: number | undefined;
    readonly points: number;
  }[];
  readonly trace: readonly TraceLine[];
}

/** An offer whose asked amount is none of its options. */
export class OfferError extends Error {}

/** Collects what the stages find. */
class Findings {
  readonly refusals: string[] = [];
  readonly referrals: string[] = [];
  readonly trace: TraceLine[] = [];

  add(then: 'refuse' | 'refer' | 'skip', reason: string): void {
    if (then === 'refuse') this.refusals.push(reason);
    if (then === 'refer') this.referrals.push(reason);
  }
}

function applyRules(stage: StageName, rules: readonly Rule[], facts: Facts, findings: Findings): void {
  for (const { id, if: condition, then, reason, missing } of rules) {
    const truth = evaluate(condition, facts);
    findings.trace.push({
      stage,
      rule: id,
      state: truth === undefined ? 'missing' : truth ? 'fired' : 'passed',
    });
    if (truth !== false) findings.add(truth ? then : missing, reason);
  }
}

/** The points of a value: of the last band at or below it, of the first band if it is below all. */
function pointsOf({ bands, missing }: Card, value: number | undefined): number {
  if (value === undefined) return missing;
  return (bands.findLast(({ from }) => from <= value) ?? bands[0])?.points ?? 0;
}

/** Debts of a month in cents. A missing one counts nothing and is traced. */
function monthlyDebts(debts: readonly FactName[], facts: Facts, trace: TraceLine[]): number {
  let sum = 0;
  for (const fact of debts) {
    const debt = integerIn(facts, fact);
    if (debt === undefined) trace.push({ stage: 'affordability', rule: fact, state: 'missing' });
    sum += debt ?? 0;
  }
  return sum;
}

type Ladder = Policy['stages'][5]['ladder'];

/** The last row of the ladder that the facts' product, settled loans and days late reach, if any. Throws FactError. */
export function reachedRow(ladder: Ladder, facts: Facts): Ladder[number] | undefined {
  const settledLoans = integerIn(facts, 'history.settledLoans') ?? 0;
  const worst = integerIn(facts, 'history.maxDaysLate');
  const asked = factIn(facts, 'loan.product');
  return ladder.findLast(
    ({ settled, maxDaysLate, product }) =>
      settled <= settledLoans &&
      (product === undefined || product === asked) &&
      (maxDaysLate === undefined || (worst !== undefined && worst <= maxDaysLate)),
  );
}

/** The most that the ladder allows in cents; 0 if no row is reached. Throws FactError. */
export const ladderLimit = (ladder: Ladder, facts: Facts): number => reachedRow(ladder, facts)?.max ?? 0;

/**
 * Reports for each option whether an income pays its instalment and the debts of a month; undefined if the income is missing.
 * A missing debt counts nothing and is traced. Throws FactError.
 */
export function affordableBy(
  { maxShare, debts: names }: Policy['stages'][4],
  facts: Facts,
  trace: TraceLine[] = [],
): ((option: Option) => boolean) | undefined {
  const income = integerIn(facts, 'applicant.income');
  const debts = monthlyDebts(names, facts, trace);
  if (income === undefined) return undefined;
  // A product of cents and ppm may exceed the safe integers.
  const share = BigInt(income) * BigInt(maxShare);
  return ({ monthlyInstalment }) => BigInt(monthlyInstalment + debts) * 1_000_000n <= share;
}

/** The option of the greatest amount, among equals of the longest term. */
function greatest(options: readonly Option[]): Option | undefined {
  return options.reduce<Option | undefined>(
    (best, option) =>
      best === undefined ||
      option.amount > best.amount ||
      (option.amount === best.amount && option.termDays > best.termDays)
        ? option
        : best,
    undefined,
  );
}

const amountOf = ({ amount, termDays, periods }: Amount): Amount => ({ amount, termDays, periods });

/**
 * Decides an application: evaluates all six stages of the policy, whatever the earlier ones found. A refusal beats a referral,
 * a referral beats a smaller offer, and that an approval. Integers only; reads no clock. Throws FactError for a fact of the
 * wrong type and OfferError for an asked amount that the product does not lend.
 */
export function decide(policy: Policy, facts: Facts, { asked, options }: Offer): Decision {
  const [law, fraud, bureau, scorecard, affordability, limit] = policy.stages;
  const findings = new Findings();
  const { trace } = findings;

  const cards = scorecard.cards.map((card) => {
    const value = integerIn(facts, card.fact);
    return { fact: card.fact, value, points: pointsOf(card, value) };
  });
  const points = cards.reduce((sum, card) => sum + card.points, scorecard.base);
  const known: Facts = { ...facts, 'score.points': points };

  for (const { name, rules } of [law, fraud, bureau]) applyRules(name, rules, known, findings);

  for (const { fact, value } of cards)
    trace.push({ stage: 'scorecard', rule: fact, state: value === undefined ? 'missing' : 'passed' });
  const band = scorecard.bands.find(({ below }) => points < below);
  for (const each of scorecard.bands)
    trace.push({ stage: 'scorecard', rule: each.reason, state: each === band ? 'fired' : 'passed' });
  if (band) findings.add(band.then, band.reason);

  const byIncome = affordableBy(affordability, known, trace);
  const isAffordable = byIncome ?? (() => false);
  const max = ladderLimit(limit.ladder, known);

  const wanted = options.find(
    ({ amount, termDays, periods }) =>
      amount === asked.amount && termDays === asked.termDays && periods === asked.periods,
  );
  if (!wanted) throw new OfferError('what is asked for is none of the options');
  const isWantedAffordable = isAffordable(wanted);
  trace.push({
    stage: 'affordability',
    rule: affordability.reason,
    state: byIncome === undefined ? 'missing' : isWantedAffordable ? 'passed' : 'fired',
  });
  trace.push({ stage: 'limit', rule: limit.reason, state: wanted.amount <= max ? 'passed' : 'fired' });

  const affordable = options.filter(isAffordable);
  const offered =
    isWantedAffordable && wanted.amount <= max
      ? wanted
      : greatest(affordable.filter(({ amount }) => amount <= max));
  if (!offered) findings.add('refuse', affordable.length === 0 ? affordability.reason : limit.reason);

  const { refusals, referrals } = findings;
  const outcome =
    refusals.length > 0
      ? 'refuse'
      : referrals.length > 0
        ? 'refer'
        : offered === wanted
          ? 'approve'
          : 'counter';
  return {
    outcome,
    reasons: [...new Set([...refusals, ...referrals])],
    limit: max,
    ...(outcome !== 'refuse' && offered && { offered: amountOf(offered) }),
    points,
    cards,
    trace,
  };
}
