import type { ReactNode } from 'react';
import { Money } from '../app/cells.tsx';

/** One side of a difference: cents, or the words of a state. */
export function Compared({ value }: { readonly value: string }): ReactNode {
  if (value === '') return '–';
  return /^-?\d+$/.test(value) ? <Money cents={Number(value)} /> : value;
}
