import type { DueCard } from '@hiram/contract/order';
import { Plural } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Pill } from '../kit/layout/Card.tsx';

/** A badge that says how late a payment is. */
export function LatePill({ due }: { readonly due: DueCard }): ReactNode {
  return (
    <Pill tone="danger">
      <Plural value={due.overdueDays} one="# day late" other="# days late" />
    </Pill>
  );
}
