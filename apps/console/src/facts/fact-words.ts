import type { DecisionRun, TracedComparison } from '@hiram/contract/console/decision';
import { formatCents } from '@hiram/loan';
import { useLingui } from '@lingui/react/macro';
import { useAnyWord, useReasonWords } from '../i18n/words.ts';
import { useBrandFormat } from '../kit/brand-format.tsx';

/** The names of the facts that a policy reads. A fact of a newer server is shown by its own name. */
export function useFactWord(): (fact: string) => string {
  const { t } = useLingui();
  const words: Readonly<Record<string, string>> = {
    'applicant.age': t`Age`,
    'applicant.citizenship': t`Citizenship`,
    'applicant.capacity': t`Full capacity`,
    'applicant.address': t`Permanent address`,
    'applicant.income': t`Income a month`,
    'applicant.employment': t`Work`,
    'applicant.monthsEmployed': t`Months in this work`,
    'applicant.dependants': t`Dependants`,
    'applicant.blocked': t`Blocked`,
    'loan.product': t`Product`,
    'loan.amount': t`Amount`,
    'loan.termDays': t`Days`,
    'loan.monthlyInstalment': t`Payments of 30 days`,
    'history.settledLoans': t`Loans repaid`,
    'history.maxDaysLate': t`Most days late`,
    'history.lastDaysLate': t`Days late at the end`,
    'history.daysSinceLast': t`Days since the last loan`,
    'history.extensionsUsed': t`Extensions`,
    'history.openLoans': t`Running loans`,
    'identity.document': t`Document`,
    'identity.nameMatch': t`Names agree`,
    'identity.nameChanged': t`Name changed`,
    'identity.face': t`Face`,
    'identity.sharedDocument': t`Others with the document`,
    'identity.sharedAccount': t`Others with the account`,
    'identity.sharedDevice': t`Others with the phone`,
    'identity.samePerson': t`Others with name and birth date`,
    'velocity.deviceApplications24h': t`Applications from the phone in a day`,
    'velocity.deviceApplications7d': t`Applications from the phone in a week`,
    'velocity.addressApplications24h': t`Applications from the network in a day`,
    'velocity.addressApplications7d': t`Applications from the network in a week`,
    'bureau.found': t`Known to the bureau`,
    'bureau.score': t`Score of the bureau`,
    'bureau.openLoans': t`Loans elsewhere`,
    'bureau.maxDaysLate': t`Days late elsewhere`,
    'bureau.monthlyDebtService': t`Monthly debts elsewhere`,
    'bureau.askedOn': t`Bureau asked on`,
    'screening.state': t`Screening`,
    'score.outside': t`Scorer`,
    'score.points': t`Points`,
  };
  return (fact) => words[fact] ?? fact;
}

/** Facts in cents. The other numbers are counts, days and points. */
export const amountFacts: ReadonlySet<string> = new Set([
  'applicant.income',
  'loan.amount',
  'loan.monthlyInstalment',
  'bureau.monthlyDebtService',
]);

/** The words of a rule that fires, by its reason. A lender's own reason is shown by its own name. */
export function useRuleWord(): (reason: string) => string {
  const { t } = useLingui();
  const own: Readonly<Record<string, string>> = {
    ...useReasonWords(),
    blocked: t`Blocked`,
    otherLenders: t`More lenders than the law allows`,
    limit: t`Above the limit`,
    scoreBorder: t`Points between the bands`,
    score: t`Too few points`,
    incomplete: t`Details are missing`,
  };
  const word = useAnyWord();
  return (reason) => own[reason] ?? word(reason);
}

export const operators: Partial<Record<TracedComparison['op'], string>> = {
  '=': '=',
  '!=': '≠',
  '<': '<',
  '<=': '≤',
  '>': '>',
  '>=': '≥',
};

/** The value of a fact, and the edge that it was compared with, in words. */
export function useComparisonWords() {
  const { t } = useLingui();
  const { money } = useBrandFormat();
  const shown = (fact: string, value: string): string => {
    if (amountFacts.has(fact)) return formatCents(Number(value), money);
    if (value === 'true') return t`yes`;
    return value === 'false' ? t`no` : value;
  };
  const valueWords = ({
    fact,
    value,
    isCertified,
  }: DecisionRun['cards'][number] | TracedComparison): string => {
    if (isCertified) return t`open it under Facts`;
    return value === undefined ? t`missing` : shown(fact, value);
  };
  const edgeWords = ({
    fact,
    op,
    edge,
  }: Pick<TracedComparison, 'fact' | 'op'> & { readonly edge: readonly string[] }): string => {
    const values = edge.map((value) => shown(fact, value));
    const [first, last] = [values[0] ?? '', values.at(-1) ?? ''];
    switch (op) {
      case 'known':
        return t`known`;
      case 'shareOfIncome': {
        const percent = Number(edge[0]) / 10_000;
        return t`more than ${percent}% of income`;
      }
      case 'between':
        return t`from ${first} to ${last}`;
      case 'in':
        return t`one of ${values.join(', ')}`;
      case 'notIn':
        return t`none of ${values.join(', ')}`;
      case '=':
        return first;
      case '!=':
        return t`not ${first}`;
      case '<':
        return t`below ${first}`;
      case '<=':
        return t`at most ${first}`;
      case '>':
        return t`more than ${first}`;
      case '>=':
        return t`at least ${first}`;
    }
  };
  return { valueWords, edgeWords };
}
