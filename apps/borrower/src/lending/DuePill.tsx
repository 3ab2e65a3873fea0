import type { DueCard } from '@hiram/contract/order';
import type { OrderStatus } from '@hiram/contract/order-status';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Pill } from '../kit/layout/Card.tsx';
import { LatePill } from './LatePill.tsx';

/** A badge that says how near the due day is. */
export function DuePill({ due, status }: { readonly due: DueCard; readonly status: OrderStatus }): ReactNode {
  if (due.overdueDays > 0) return <LatePill due={due} />;
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
