import type { ReactNode } from 'react';
import styles from '../kit.module.css';
import { keyOf } from './key-store.ts';
import { useKeyChoice } from './keys.ts';

const arrows: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/** Shows a key, or two in a row, as the person has chosen it; nothing while keys are off. */
export function Key({ name }: { readonly name: string }): ReactNode {
  const { isOn } = useKeyChoice();
  if (!isOn && !name.startsWith('Ctrl+')) return null;
  return keyOf(name)
    .split(/[ +]/)
    .map((part) => (
      <kbd key={part} className={styles.key}>
        {arrows[part] ?? part}
      </kbd>
    ));
}
