import type { DueCard } from '@hiram/contract/order';
import { Plural } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Pill } from '../kit/layout/Card.tsx';

/** Badges that say how many payments are late, and for how long the first of them is. */
export function LatePills({ due, count }: { readonly due: DueCard; readonly count: number }): ReactNode {
  return (
    <>
      {count > 0 ? (
        <Pill tone="danger">
          <Plural value={count} one="# payment late" other="# payments late" />
        </Pill>
      ) : null}
      <LatePill due={due} />
    </>
  );
}

/** A badge that says how late a payment is. */
export function LatePill({ due }: { readonly due: DueCard }): ReactNode {
  return (
    <Pill tone="danger">
      <Plural value={due.overdueDays} one="# day late" other="# days late" />
    </Pill>
  );
}
