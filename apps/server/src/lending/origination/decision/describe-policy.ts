import type { Condition, Policy, Rule } from '@hiram/decision';

/** A line of a policy in words. `place` identifies it in every version. */
export interface PolicyLine {
  readonly stage: string;
  readonly place: string;
  readonly text: string;
}

function conditionText(condition: Condition): string {
  if ('fact' in condition) {
    const { fact, op, value } = condition;
    return `${fact} ${op} ${Array.isArray(value) ? value.join(', ') : value}`;
  }
  const [inner, word] = 'all' in condition ? [condition.all, ' and '] : [condition.any, ' or '];
  return `(${inner.map(conditionText).join(word)})`;
}

const ruleText = ({ if: condition, then, reason, missing }: Rule) =>
  `if ${conditionText(condition)}: ${then} (${reason}); if missing: ${missing}`;

/** A policy line by line: each rule, card, band, the share of income and each row of the ladder. Amounts are cents. */
export function describePolicy({ stages }: Policy): readonly PolicyLine[] {
  const [law, fraud, bureau, scorecard, affordability, limit] = stages;
  const line = (stage: string, place: string, text: string) => ({ stage, place: `${stage} ${place}`, text });
  return [
    ...[law, fraud, bureau].flatMap(({ name, rules }) =>
      rules.map((rule) => line(name, rule.id, ruleText(rule))),
    ),
    line(scorecard.name, 'base', `${scorecard.base} points`),
    ...scorecard.cards.map(({ fact, missing, bands }) =>
      line(
        scorecard.name,
        fact,
        `${bands.map(({ from, points }) => `from ${from}: ${points}`).join(', ')}; if missing: ${missing}`,
      ),
    ),
    ...scorecard.bands.map(({ below, then, reason }) =>
      line(scorecard.name, `below ${below}`, `${then} (${reason})`),
    ),
    line(
      affordability.name,
      'share',
      `instalments and ${affordability.debts.join(', ') || 'no debts'} at most ${affordability.maxShare / 10_000}% of income`,
    ),
    ...limit.ladder.map(({ settled, maxDaysLate, product, max }) =>
      line(
        limit.name,
        `${product ?? 'every product'} from ${settled} settled${maxDaysLate === undefined ? '' : `, at most ${maxDaysLate} days late`}`,
        String(max),
      ),
    ),
  ];
}

/** The lines in which two policies differ, in the order of the later one; lines that it does not have come last. */
export function comparePolicies(before: Policy, after: Policy) {
  const [old, fresh] = [describePolicy(before), describePolicy(after)];
  const textIn = (lines: readonly PolicyLine[], place: string) =>
    lines.find((line) => line.place === place)?.text ?? '';
  return [...fresh, ...old.filter(({ place }) => textIn(fresh, place) === '')]
    .map(({ stage, place }) => ({
      stage,
      place,
      before: textIn(old, place),
      after: textIn(fresh, place),
    }))
    .filter((line) => line.before !== line.after);
}
