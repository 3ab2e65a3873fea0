import type { DueCard } from '@hiram/contract/order';
import type { OrderStatus } from '@hiram/contract/order-status';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Pill } from '../kit/layout/Card.tsx';
import { LatePills } from './LatePill.tsx';

/** A badge that says how near the due day is; two if it is past, with the number of late payments where a page has it. */
export function DuePill({
  due,
  status,
  late = 0,
}: {
  readonly due: DueCard;
  readonly status: OrderStatus;
  readonly late?: number;
}): ReactNode {
  if (due.overdueDays > 0) return <LatePills due={due} count={late} />;
  if (due.kind === 'payoff' && status === 'dueSoon')
    return (
      <Pill tone="warning">
        <Trans>Due soon</Trans>
      </Pill>
    );
  if (due.kind === 'payoff')
    return (
      <Pill tone="positive">
        <Trans>Can be paid off today</Trans>
      </Pill>
    );
  if (due.kind === 'charges')
    return (
      <Pill tone="warning">
        <Trans>Charges left to pay</Trans>
      </Pill>
    );
  if (due.daysLeft <= 0)
    return (
      <Pill tone="warning">
        <Trans>Due today</Trans>
      </Pill>
    );
  return (
    <Pill tone={status === 'dueSoon' ? 'warning' : 'positive'}>
      <Plural value={due.daysLeft} one="Due in # day" other="Due in # days" />
    </Pill>
  );
}
