import type { ReactNode } from 'react';
import type { Person } from '../app/person.ts';

/** Whether payouts run, at the foot of the navigation. */
export function PayoutState(_props: { readonly person: Person; readonly brand: string }): ReactNode {
  return null;
}
