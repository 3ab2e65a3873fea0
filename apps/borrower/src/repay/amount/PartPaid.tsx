import type { OrderId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { money } from '../../app/settings/money.ts';
import { useLateWord } from '../../lending/late-word.ts';
import { useCall } from '../../net/answers/useCall.ts';
import css from '../bill/Bill.module.css';
import { instalmentDetail } from '../calls.ts';

/** Milliseconds without another key until the server is asked what an amount pays. */
const askMs = 300;

/** What a typed amount pays, what it leaves open, and whether lateness goes on, as the server allocates it. */
export function PartPaid({
  orderId,
  cents,
}: {
  readonly orderId: OrderId;
  readonly cents: number;
}): ReactNode {
  const { t } = useLingui();
  const lateWord = useLateWord();
  const [amount, setAmount] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setAmount(cents), askMs);
    return () => clearTimeout(timer);
  }, [cents]);
  const call = useCall(instalmentDetail, { orderId, amount }, { enabled: amount > 0, quiet: true });
  const part = call.state === 'ready' ? call.data.part : undefined;
  if (!part || part.amount !== cents) return null;
  const { charges, repayments, after } = part;
  const open = repayments.filter(({ unpaid }) => unpaid > 0);
  const paid = [
    ...(charges > 0 ? [`${lateWord} ${money(charges)}`] : []),
    ...repayments.map(({ periodNo, amount: sum, unpaid }) =>
      unpaid > 0 ? t`${money(sum)} of payment ${periodNo}` : t`payment ${periodNo} ${money(sum)}`,
    ),
  ].join(' + ');
  return (
    <p className={css.text} role="status">
      {t`Pays ${paid}.`}{' '}
      {open.map(({ periodNo, unpaid }) => t`Of payment ${periodNo} ${money(unpaid)} stays open.`).join(' ')}{' '}
      {after.next?.isLate ? t`What stays is still late: ${lateWord} goes on each day.` : ''}
    </p>
  );
}
