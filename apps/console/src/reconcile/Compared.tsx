import type { ReactNode } from 'react';
import { Money } from '../app/cells.tsx';
import { useAnyWord } from '../i18n/words.ts';

/** One side of a difference: cents, or the words of a state. */
export function Compared({ value }: { readonly value: string }): ReactNode {
  const word = useAnyWord();
  if (value === '') return '–';
  return /^-?\d+$/.test(value) ? <Money cents={Number(value)} /> : word(value);
}
