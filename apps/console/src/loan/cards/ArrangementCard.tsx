import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Day, Money } from '../../app/cells.tsx';
import { hasRight, type Person } from '../../app/person.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { Card, Facts } from '../../kit/Page.tsx';
import { Status } from '../../kit/Status.tsx';
import { DeclineDialog } from '../dialogs/DeclineDialog.tsx';
import { LoanActionDialog } from '../dialogs/LoanActionDialog.tsx';
import styles from '../loan.module.css';
import type { ShownLoan } from '../types.ts';

interface Props {
  readonly loan: ShownLoan;
  readonly person: Person;
}

/** The arrangement of borrower and lender to pay in parts, agreed or open. Nothing where there is neither. */
export function ArrangementCard({ loan, person }: Props): ReactNode {
  const { t } = useLingui();
  const [isDeclining, setDeclining] = useState(false);
  const [isOffering, setOffering] = useState(false);
  const { arrangement, openArrangement, order } = loan;
  if (!arrangement && !openArrangement) return null;
  return (
    <Card title={t`Payment in parts`}>
      {arrangement && <Running {...arrangement} />}
      {openArrangement && (
        <>
          <p>
            {openArrangement.state === 'requested'
              ? t`The borrower asks for it.`
              : t`Waits for the borrower.`}{' '}
            {openArrangement.parts.some(({ amount }) => amount === undefined) &&
              t`By today’s figures these days allow no arrangement.`}
          </p>
          <Facts
            items={openArrangement.parts.map(({ date, amount }) => ({
              label: <Day on={date} />,
              value: <Money cents={amount} />,
            }))}
          />
          {hasRight(person, 'loan.arrange', order.brand) && (
            <>
              {openArrangement.state === 'requested' && (
                <Button look="primary" onClick={() => setOffering(true)}>{t`Offer these parts`}</Button>
              )}
              <Button onClick={() => setDeclining(true)}>
                {openArrangement.state === 'requested' ? t`Decline` : t`Take the proposal back`}
              </Button>
            </>
          )}
        </>
      )}
      {isOffering && <LoanActionDialog name="arrange" loan={loan} onClose={() => setOffering(false)} />}
      {isDeclining && (
        <DeclineDialog orderId={order.orderId} brand={order.brand} onClose={() => setDeclining(false)} />
      )}
    </Card>
  );
}

function Running(arrangement: NonNullable<ShownLoan['arrangement']>): ReactNode {
  const { t } = useLingui();
  const { state, owed, due, next, brokenOn } = arrangement;
  const words = { kept: t`Kept`, fulfilled: t`Fulfilled`, broken: t`Broken` };
  return (
    <p className={styles.muted}>
      <Status tone={state === 'broken' ? 'danger' : 'good'}>{words[state]}</Status> {t`Left:`}{' '}
      <Money cents={owed} />
      {due > 0 && (
        <>
          {' · '}
          {t`fallen due:`} <Money cents={due} />
        </>
      )}
      {next && (
        <>
          {' · '}
          {t`next:`} <Money cents={next.amount} /> <Day on={next.date} />
        </>
      )}
      {brokenOn !== undefined && (
        <>
          {' · '}
          {t`broken on`} <Day on={brokenOn} />
        </>
      )}
    </p>
  );
}
