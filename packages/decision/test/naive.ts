import type { Condition, Decision, Facts, Offer, Policy } from '../src/index.ts';

/**
 * A second evaluator, written from the rules of credit decisions alone: plain loops, without a shared line of code. It answers
 * outcome, reasons, limit, points and offer.
 */
export function decideNaively(
  policy: Policy,
  facts: Facts,
  offer: Offer,
): Pick<Decision, 'outcome' | 'reasons' | 'limit' | 'points' | 'offered'> {
  const [law, fraud, bureau, scorecard, affordability, ladder] = policy.stages;
  const known = (name: string) => facts[name as never] !== undefined && facts[name as never] !== null;
  const number = (name: string) => Number(facts[name as never]);

  let points = scorecard.base;
  for (const card of scorecard.cards) {
    if (!known(card.fact)) {
      points += card.missing;
      continue;
    }
    let chosen = card.bands[0]?.points ?? 0;
    for (const band of card.bands) if (band.from <= number(card.fact)) chosen = band.points;
    points += chosen;
  }

  // 1 true, 0 false, 0.5 unknown: `all` is the least, `any` the greatest.
  const truth = (condition: Condition): number => {
    if ('all' in condition) return Math.min(...condition.all.map(truth));
    if ('any' in condition) return Math.max(...condition.any.map(truth));
    if (condition.fact !== 'score.points' && !known(condition.fact)) return 0.5;
    const left = condition.fact === 'score.points' ? points : facts[condition.fact as never];
    const right: unknown[] = [condition.value].flat();
    const first = right[0] as never;
    const results: Record<string, boolean> = {
      '=': left === first,
      '!=': left !== first,
      '<': left < first,
      '<=': left <= first,
      '>': left > first,
      '>=': left >= first,
      in: right.some((each) => each === left),
      notIn: right.every((each) => each !== left),
      between: left >= first && left <= (right[1] as never),
    };
    return results[condition.op] ? 1 : 0;
  };

  const refusals: string[] = [];
  const referrals: string[] = [];
  const note = (severity: string, reason: string) => {
    if (severity === 'refuse') refusals.push(reason);
    if (severity === 'refer') referrals.push(reason);
  };
  for (const rule of [...law.rules, ...fraud.rules, ...bureau.rules]) {
    const value = truth(rule.if);
    if (value === 1) note(rule.then, rule.reason);
    if (value === 0.5) note(rule.missing, rule.reason);
  }
  for (const band of scorecard.bands)
    if (points < band.below) {
      note(band.then, band.reason);
      break;
    }

  let debts = 0;
  for (const debt of affordability.debts) if (known(debt)) debts += number(debt);
  const affordable = offer.options.filter(
    ({ monthlyInstalment }) =>
      known('applicant.income') &&
      BigInt(monthlyInstalment + debts) * 1000000n <=
        BigInt(number('applicant.income')) * BigInt(affordability.maxShare),
  );
  let limit = 0;
  for (const row of ladder.ladder) {
    const settled = known('history.settledLoans') ? number('history.settledLoans') : 0;
    const late = known('history.maxDaysLate') ? number('history.maxDaysLate') : Number.POSITIVE_INFINITY;
    const forProduct = !row.product || row.product === facts['loan.product'];
    if (forProduct && row.settled <= settled && (row.maxDaysLate === undefined || late <= row.maxDaysLate))
      limit = row.max;
  }
  const fitting = affordable.filter(({ amount }) => amount <= limit);
  const asked = fitting.find(
    (option) =>
      option.amount === offer.asked.amount &&
      option.termDays === offer.asked.termDays &&
      option.periods === offer.asked.periods,
  );
  const [best] = [...fitting].sort((a, b) => b.amount - a.amount || b.termDays - a.termDays);
  const given = asked ?? best;
  if (!given) note('refuse', affordable.length === 0 ? affordability.reason : ladder.reason);

  const outcome =
    refusals.length > 0 ? 'refuse' : referrals.length > 0 ? 'refer' : asked ? 'approve' : 'counter';
  return {
    outcome,
    reasons: [...new Set([...refusals, ...referrals])],
    limit,
    points,
    ...(outcome !== 'refuse' &&
      given && { offered: { amount: given.amount, termDays: given.termDays, periods: given.periods } }),
  };
}
