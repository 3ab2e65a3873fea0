import { deleteLoan, type LoanInfo, listLoans, loanInfo } from '@hiram/contract/calculator';
import type { SavedLoanId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { goBack, leavePage } from '../app/navigation/go.ts';
import { useTitle } from '../app/navigation/usePage.ts';
import { money, showDate, showPercent } from '../app/settings/money.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Dialog } from '../kit/dialogs/Dialog.tsx';
import { toast } from '../kit/feedback/toaster.ts';
import { Amount, Card, Rows } from '../kit/layout/Card.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall, useRefresh } from '../net/answers/useCall.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import css from './Calculator.module.css';
import { Schedule } from './Schedule.tsx';

/** One saved loan with its schedule, and a button that deletes it. */
export function SavedLoanDetail({ loanId }: { readonly loanId: SavedLoanId }): ReactNode {
  const { t } = useLingui();
  const call = useCall(loanInfo, { loanId }, { quiet: true });
  const [isConfirming, setIsConfirming] = useState(false);
  const { submit, busy } = useSubmit(deleteLoan);
  const refresh = useRefresh();
  const title = call.state === 'ready' ? call.data.name : t`Saved loan`;
  useTitle(title);
  const remove = async () => {
    const answer = await submit({ loanId });
    if (!answer?.ok) return;
    await refresh(listLoans);
    setIsConfirming(false);
    leavePage();
    toast(t`Deleted`, { kind: 'success' });
  };
  return (
    <Screen
      title={title}
      back={{ label: t`Back`, go: goBack }}
      actions={
        call.state === 'ready' ? (
          <Button look="secondary" onTap={() => setIsConfirming(true)}>
            {t`Delete this loan`}
          </Button>
        ) : null
      }
      busy={call.state === 'waiting'}
    >
      {call.state === 'waiting' ? <Skeleton name="repay" /> : null}
      <CallPanel call={call} />
      {call.state === 'ready' ? <Facts loan={call.data} /> : null}
      {isConfirming ? (
        <Dialog
          title={t`Delete this loan?`}
          text={t`This removes it from your list only. What you owe the lender stays the same.`}
          maskCloses
          onClose={() => setIsConfirming(false)}
          buttons={
            <>
              <Button look="secondary" busy={busy} onTap={() => void remove()}>{t`Delete`}</Button>
              <Button onTap={() => setIsConfirming(false)}>{t`Keep it`}</Button>
            </>
          }
        />
      ) : null}
    </Screen>
  );
}

function Facts({ loan }: { readonly loan: LoanInfo }): ReactNode {
  const { t } = useLingui();
  const { dueDate, periodNo = 0, tenure } = loan;
  return (
    <>
      <Card>
        <p className={css.sub}>{dueDate ? t`Next payment` : t`All payments have passed`}</p>
        <Amount>{money(loan.repayments[periodNo - 1]?.amount ?? loan.emi)}</Amount>
        {dueDate ? (
          <p className={css.sub}>{t`${showDate(dueDate)} · payment ${periodNo} of ${tenure}`}</p>
        ) : null}
      </Card>
      <Card>
        <Rows
          rows={[
            { text: t`Loan`, value: money(loan.principal) },
            { text: t`Interest a year`, value: showPercent(loan.rate) },
            { text: t`Started on`, value: showDate(loan.startDate) },
            { text: t`Total interest`, value: money(loan.totalInterest) },
            { text: t`You pay back`, value: money(loan.totalPayment) },
          ]}
        />
      </Card>
      <Schedule rows={loan.repayments} />
    </>
  );
}
