import type { PastPayment } from '@hiram/contract/loan';
import type { LoanDetails } from '@hiram/contract/order';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useState } from 'react';
import { money, showDate } from '../../app/settings/money.ts';
import { Card, Logo, Pill } from '../../kit/layout/Card.tsx';
import { lazyPart } from '../../kit/runtime/lazy-part.ts';
import css from '../settled/LoanHistory.module.css';

const ReceiptSheet = lazyPart(() =>
  import('../payout/ReceiptSheet.tsx').then((module) => module.ReceiptSheet),
);

/** The payments so far, newest first, each with its method, its receipt and what it covered; last the payout. */
export function PastPayments({ details }: { readonly details: LoanDetails }): ReactNode {
  const { t } = useLingui();
  const { payments, payout } = details.order;
  const [open, setOpen] = useState<PastPayment | 'payout' | undefined>(undefined);
  return (
    <>
      {payments.length > 0 ? (
        <Card heading={t`Your payments`}>
          <ul>
            {payments.map((payment, index) => (
              <Payment
                key={payment.reference || `refund-${index}`}
                payment={payment}
                onReceipt={() => setOpen(payment)}
              />
            ))}
          </ul>
        </Card>
      ) : null}
      {payout ? (
        <Card>
          <div className={css.payment}>
            <div className={css.paymentWords}>
              <p className={css.paymentHead}>
                <b>{money(payout.amount)}</b>
                <button type="button" className={css.receipt} onClick={() => setOpen('payout')}>
                  {t`Receipt`}
                </button>
              </p>
              <p className={css.note}>
                {t`Sent to you`} · {showDate(payout.date)}
              </p>
              <p className={css.note}>
                {payout.account} · {payout.reference}
              </p>
            </div>
          </div>
        </Card>
      ) : null}
      {open ? (
        <Suspense fallback={null}>
          <ReceiptSheet
            details={details}
            payment={open === 'payout' ? undefined : open}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function Payment({
  payment: row,
  onReceipt,
}: {
  readonly payment: PastPayment;
  readonly onReceipt: () => void;
}): ReactNode {
  const { t } = useLingui();
  const states = {
    posted: [t`Paid`, 'positive'],
    review: [t`Being checked`, 'info'],
    reversed: [t`Reversed`, 'danger'],
  } as const;
  const isRefund = row.kind === 'refund';
  const [word, tone] = states[row.state];
  return (
    <li className={css.payment}>
      {isRefund ? null : <Logo src={row.channelLogo} />}
      <div className={css.paymentWords}>
        <p className={css.paymentHead}>
          <b>{isRefund ? `−${money(row.amount)}` : money(row.amount)}</b>
          {isRefund ? null : <Pill tone={tone}>{word}</Pill>}
        </p>
        <p className={css.note}>
          {showDate(row.date)}
          {isRefund ? (
            <>
              {' · '}
              <Trans>Refunded to you</Trans>
            </>
          ) : row.channel ? (
            ` · ${row.channel}`
          ) : null}
        </p>
        {row.rows.map((line) => (
          <p key={line.text} className={css.covered}>
            <span>{line.text}</span> <span>{money(line.amount)}</span>
          </p>
        ))}
        {row.reference && row.state === 'posted' ? (
          <button type="button" className={css.receipt} onClick={onReceipt}>
            {t`Receipt`} {row.reference}
          </button>
        ) : null}
      </div>
    </li>
  );
}
