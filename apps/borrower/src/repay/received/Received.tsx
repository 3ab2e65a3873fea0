import type { CodeStatus } from '@hiram/contract/repay';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { money, showDate } from '../../app/settings/money.ts';
import { MoneyMoment } from '../../lending/receipt/MoneyMoment.tsx';
import { PaymentReceipt } from '../../lending/receipt/Receipt.tsx';
import { LoanStory, PaidCount } from '../../lending/story/LoanStory.tsx';
import { stepsOf } from '../../lending/story/story-steps.ts';

/** The payment arrived: its receipt, and the loan's story with it. */
export function Received({
  status,
  text,
}: {
  readonly status: CodeStatus;
  readonly text: string;
}): ReactNode {
  const { t } = useLingui();
  const { remainder, repayments } = status;
  const steps = stepsOf(repayments);
  const rest = remainder
    ? [
        { text: t`Left to pay`, value: money(remainder.owedInAll) },
        ...(remainder.settled
          ? []
          : [{ text: t`Next payment, ${showDate(remainder.dueDate)}`, value: money(remainder.repayAmount) }]),
      ]
    : [];
  return (
    <MoneyMoment
      kind={remainder?.settled ? 'settled' : 'received'}
      title={t`We have your payment`}
      text={text}
    >
      {status.payments.map((payment, index) => (
        <PaymentReceipt key={payment.reference} payment={payment} rest={index === 0 ? rest : []} />
      ))}
      {steps.length > 1 ? (
        <LoanStory title={t`Your loan now`} sub={<PaidCount steps={steps} />} steps={steps} size="small" />
      ) : null}
    </MoneyMoment>
  );
}
