import type { ReactNode } from 'react';
import type { Person } from '../app/person.ts';

/** The box that finds a person, an order or a payment, above the navigation. */
export function FindBox(_props: { readonly person: Person; readonly brand: string }): ReactNode {
  return null;
}
