import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Day, Money } from './cells.tsx';

interface Debt {
  /** Cents: all payments, those to come too. */
  readonly owed: number;
  /** Cents that end the loan today; absent: nothing does, or only from a later day on. */
  readonly payoff?: number | undefined;
  readonly payoffFrom?: string | undefined;
}

/** What ends a loan today; where nothing does, all of its payments, and from when on it can be paid off. */
export function usePayoff(): (debt: Debt) => {
  readonly label: string;
  readonly value: ReactNode;
  readonly foot: ReactNode;
} {
  const { t } = useLingui();
  return ({ owed, payoff, payoffFrom }) =>
    payoff === undefined
      ? {
          label: t`Owed today`,
          value: <Money cents={owed} />,
          foot:
            payoffFrom === undefined ? (
              t`all payments`
            ) : (
              <>
                {t`payoff from`} <Day hasWeekday on={payoffFrom} />
              </>
            ),
        }
      : { label: t`Payoff today`, value: <Money cents={payoff} />, foot: t`ends the loan` };
}
