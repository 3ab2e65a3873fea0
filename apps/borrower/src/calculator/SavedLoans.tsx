import { listLoans, type SavedLoan } from '@hiram/contract/calculator';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { href } from '../app/navigation/href.ts';
import { Link } from '../app/navigation/Link.tsx';
import { paths } from '../app/navigation/paths.ts';
import { money, showDate } from '../app/settings/money.ts';
import { QuietArt } from '../art/QuietArt.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { StatePanel } from '../kit/feedback/States.tsx';
import { Head } from '../kit/layout/Card.tsx';
import { Icon } from '../kit/layout/Icon.tsx';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import css from './Calculator.module.css';
import { CalculatorFrame, showTab } from './CalculatorFrame.tsx';

/** The borrower's saved loans, newest first. */
export function SavedLoans(): ReactNode {
  const { t } = useLingui();
  const call = useCall(listLoans, {});
  const list = call.state === 'ready' ? call.data.list : [];
  const count = list.length;
  return (
    <CalculatorFrame
      tab="loans"
      actions={count > 0 ? <Button onTap={() => showTab('emi')}>{t`Add a loan`}</Button> : null}
    >
      {call.state === 'waiting' ? <Skeleton name="list" /> : null}
      <CallPanel call={call} />
      {call.state === 'ready' && count === 0 ? (
        <StatePanel
          art={<QuietArt />}
          title={t`No saved loans yet`}
          text={t`Calculate one and save it: here you see when its next payment is due.`}
          action={{ label: t`Calculate a loan`, go: () => showTab('emi') }}
        />
      ) : null}
      {list.map((loan) => (
        <SavedLoanRow key={loan.loanId} loan={loan} />
      ))}
      {call.state === 'ready' && count > 0 ? (
        <p className={css.sub}>{t`${count} of ${call.data.limit} saved. Only you see them.`}</p>
      ) : null}
    </CalculatorFrame>
  );
}

function SavedLoanRow({ loan }: { readonly loan: SavedLoan }): ReactNode {
  const { t } = useLingui();
  const { dueDate, periodNo = 0, tenure } = loan;
  return (
    <Link className={css.kept} href={href(paths.calculator, { tab: 'loans', loanId: loan.loanId })}>
      <Head
        name={loan.name}
        sub={
          dueDate
            ? t`${showDate(dueDate, 'short')} · payment ${periodNo} of ${tenure}`
            : t`All payments have passed`
        }
      >
        <Icon name="chevron" size={20} />
      </Head>
      <span className={css.line}>
        <span>{dueDate ? t`Next payment` : t`Each month`}</span>
        <b>{money(loan.emi)}</b>
      </span>
    </Link>
  );
}
