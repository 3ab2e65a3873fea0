import type { InstalmentDetail, WayToPay } from '@hiram/contract/repay';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { money, showDate } from '../../app/settings/money.ts';
import { settings } from '../../app/settings/settings.ts';
import { StoryStrip } from '../../lending/story/StoryStrip.tsx';
import css from '../bill/Bill.module.css';

/** The loan after the chosen payment, as the server computed it, and what is to be paid next. */
export function AfterPayment({
  bill: { repayments },
  after: { paid, next },
}: {
  readonly bill: InstalmentDetail;
  readonly after: WayToPay['after'];
}): ReactNode {
  const { t } = useLingui();
  const count = repayments.length;
  const before = repayments.filter(({ state }) => state === 'paid').length;
  const title = !next
    ? t`Then nothing is owed`
    : paid === before
      ? t`Then ${paid} of ${count} are paid`
      : settings.look.story === 'path'
        ? t`Then milestone ${paid} of ${count} is reached`
        : t`Then step ${paid} of ${count} is done`;
  const text = !next
    ? t`The loan is settled.`
    : next.isLate
      ? t`Still late: ${money(next.amount)}`
      : t`Next ${money(next.amount)} on ${showDate(next.date, 'short')}`;
  return (
    <>
      <StoryStrip count={count} paid={paid} />
      <p className={css.afterWords} role="status">
        <b>{title}</b>
        {text}
      </p>
    </>
  );
}
