import type { ReactNode } from 'react';
import styles from './table.module.css';

/**
 * A reference or an id of somebody else, which may be long: one line of a table, whole for assistive
 * technology and on hover. What is cut is its middle, since ids that are made one after the other differ in
 * their ends.
 */
const tail = 6;

export function Reference({ text }: { readonly text: string }): ReactNode {
  if (text === '') return '–';
  return (
    <span className={styles.reference} title={text}>
      <span>{text.slice(0, -tail)}</span>
      {text.slice(-tail)}
    </span>
  );
}
