import type { ReactNode } from 'react';
import styles from './table.module.css';

/** A reference or an id of somebody else, which may be long: one line of a table, whole for assistive technology and on hover. */
export function Reference({ text }: { readonly text: string }): ReactNode {
  if (text === '') return '–';
  return (
    <span className={styles.reference} title={text}>
      {text}
    </span>
  );
}
