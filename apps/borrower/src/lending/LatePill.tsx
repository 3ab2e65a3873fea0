import { Plural } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Pill } from '../kit/layout/Card.tsx';

/** A badge that says how late a payment is. */
export function LatePill({ days }: { readonly days: number }): ReactNode {
  return (
    <Pill tone="danger">
      <Plural value={days} one="# day late" other="# days late" />
    </Pill>
  );
}
