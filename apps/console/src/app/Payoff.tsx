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

/** What is owed of a loan, under the one name of every page, and how it differs from what ends the loan today. */
export function usePayoff(): (debt: Debt) => {
  readonly label: string;
  readonly value: ReactNode;
  readonly foot: ReactNode;
} {
  const { t } = useLingui();
  return (debt) => ({
    label: t`Owed today`,
    value: <Money cents={debt.owed} />,
    foot: <PayoffNote {...debt} />,
  });
}

/** What ends the loan today, and why it is not what is owed. */
function PayoffNote({ owed, payoff, payoffFrom }: Debt): ReactNode {
  const { t } = useLingui();
  if (payoff === owed) return t`ends the loan`;
  if (payoff !== undefined)
    return (
      <>
        {t`all payments to come;`} <Money cents={payoff} /> {t`pays it off today,`}{' '}
        <PayoffDifference owed={owed} payoff={payoff} />
      </>
    );
  if (payoffFrom === undefined) return t`all payments to come`;
  return (
    <>
      {t`all payments to come; payoff from`} <Day hasWeekday on={payoffFrom} />
    </>
  );
}

/** Why a payoff is not what is owed by the schedule. */
export function PayoffDifference({
  owed,
  payoff,
}: {
  readonly owed: number;
  readonly payoff: number;
}): ReactNode {
  const { t } = useLingui();
  const difference = <Money cents={Math.abs(owed - payoff)} />;
  return payoff < owed ? (
    <>
      {difference} {t`less, as what is not yet earned falls away`}
    </>
  ) : (
    <>
      {difference} {t`more, for paying early`}
    </>
  );
}
