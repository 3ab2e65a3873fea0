import type { EffectLine } from '@hiram/contract/console/effect';
import type { Part } from '@hiram/decision/parts';
import type { Condition, Rule } from '@hiram/decision/policy';
import { formatCents } from '@hiram/loan';
import { useLingui } from '@lingui/react/macro';
import { useBrandFormat } from '../kit/brand-format.tsx';
import { useComparisonWords, useFactWord, useRuleWord } from './fact-words.ts';

export function useStageNames(): Readonly<Record<Part['stage'], string>> {
  const { t } = useLingui();
  return {
    law: t`Law`,
    fraud: t`Fraud`,
    bureau: t`Credit bureau`,
    scorecard: t`Scorecard`,
    affordability: t`Affordability`,
    limit: t`Limit`,
  };
}

export function useThenWords(): Readonly<Record<Rule['then'] | Rule['missing'], string>> {
  const { t } = useLingui();
  return { refuse: t`refuse`, refer: t`refer`, skip: t`skip` };
}

/** A condition of a rule in words. */
export function useConditionWords(): (condition: Condition) => string {
  const { t } = useLingui();
  const factWord = useFactWord();
  const { edgeWords } = useComparisonWords();
  const words = (condition: Condition): string => {
    if ('fact' in condition) {
      const { fact, op, value } = condition;
      return `${factWord(fact)}: ${edgeWords({ fact, op, edge: [value].flat().map(String) })}`;
    }
    const inner = ('all' in condition ? condition.all : condition.any).map((each) =>
      'fact' in each ? words(each) : `(${words(each)})`,
    );
    return inner.join('all' in condition ? ` ${t`and`} ` : ` ${t`or`} `);
  };
  return words;
}

/** The name of a part, and its contents in one line. */
export function usePartWords() {
  const { t } = useLingui();
  const condition = useConditionWords();
  const factWord = useFactWord();
  const ruleWord = useRuleWord();
  const then = useThenWords();
  const { money } = useBrandFormat();
  // Its public reason discloses nothing of the list.
  const nameOfRule = ({ if: when, reason }: Rule) =>
    reason === 'blocked' && 'fact' in when && when.fact === 'screening.state'
      ? t`Confirmed on a list of persons`
      : ruleWord(reason);
  const nameOf = (part: Part): string => {
    switch (part.kind) {
      case 'rule':
        return nameOfRule(part.value);
      case 'base':
        return t`Points at the start`;
      case 'card':
        return factWord(part.value.fact);
      case 'band':
        return t`Below: ${then[part.value.then]}`;
      case 'share':
        return t`Share of income`;
      case 'row': {
        const { settled, product } = part.value;
        return product === undefined ? t`From ${settled} repaid` : t`From ${settled} repaid, ${product}`;
      }
      case 'reason':
        return t`Reason`;
    }
  };
  const textOf = (part: Part): string => {
    switch (part.kind) {
      case 'rule': {
        const { if: when, then: effect, missing } = part.value;
        return t`${condition(when)} → ${then[effect]}; missing → ${then[missing]}`;
      }
      case 'base':
        return t`${part.value} points`;
      case 'card': {
        const bands = part.value.bands.map(({ from, points }) => `${from}+ → ${signed(points)}`).join(', ');
        return t`${bands}; missing → ${signed(part.value.missing)}`;
      }
      case 'band':
        return `< ${part.value.below} · ${ruleWord(part.value.reason)}`;
      case 'share': {
        const percent = part.value.maxShare / 10_000;
        const debts = lower(part.value.debts.map(factWord));
        return debts === '' ? t`${percent}% of income` : t`${percent}% of income, with ${debts}`;
      }
      case 'row': {
        const { max, maxDaysLate } = part.value;
        const amount = formatCents(max, money);
        return maxDaysLate === undefined ? amount : t`${amount}, at most ${maxDaysLate} days late`;
      }
      case 'reason':
        return ruleWord(part.value);
    }
  };
  return { nameOf, nameOfRule, textOf };
}

/** Facts within a sentence. */
export const lower = (words: readonly string[]) =>
  words.map((word) => word.toLowerCase().replace(',', '')).join(', ');

/** A number of points with its sign. */
export const signed = (points: number) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0');

/** A changed part of a policy as lines of an effect have it; undefined: the line is of anything else, or the side lacks it. */
export const partOf = ({ format }: Pick<EffectLine, 'format'>, text: string): Part | undefined =>
  format === 'policyPart' && text !== '' ? (JSON.parse(text) as Part) : undefined;

/** The name of what a line of an effect changes. */
export function useLineLabel(): (line: EffectLine) => string {
  const stages = useStageNames();
  const { nameOf } = usePartWords();
  return (line) => {
    const part = partOf(line, line.after) ?? partOf(line, line.before);
    return part === undefined ? line.label : `${stages[part.stage]}: ${nameOf(part)}`;
  };
}
