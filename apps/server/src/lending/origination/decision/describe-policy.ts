import type { Condition, Policy, Rule } from '@hiram/decision';
import { type Part, partsOf } from '@hiram/decision/parts';

/** A line of a policy in words. `place` identifies it in every version. */
interface PolicyLine {
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

function partText(part: Part): string {
  switch (part.kind) {
    case 'rule':
      return ruleText(part.value);
    case 'base':
      return `${part.value} points`;
    case 'card': {
      const bands = part.value.bands.map(({ from, points }) => `from ${from}: ${points}`).join(', ');
      return `${bands}; if missing: ${part.value.missing}`;
    }
    case 'band':
      return `below ${part.value.below}: ${part.value.then} (${part.value.reason})`;
    case 'share': {
      const { maxShare, debts, reason } = part.value;
      return `instalments and ${debts.join(', ') || 'no debts'} at most ${maxShare / 10_000}% of income (${reason})`;
    }
    case 'row':
      return String(part.value.max);
    case 'reason':
      return part.value;
  }
}

/** A policy line by line: each rule, card, band, the share of income and each row of the ladder. Amounts are cents. */
export function describePolicy(policy: Policy): readonly PolicyLine[] {
  return partsOf(policy).map((part) => ({ stage: part.stage, place: part.place, text: partText(part) }));
}
