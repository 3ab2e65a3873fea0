import { type ReactNode, useId } from 'react';
import styles from '../kit.module.css';

interface Props {
  readonly label: string;
  readonly children: (id: string) => ReactNode;
}

/** A control with its label: `children` gets the control's id. */
export function Field({ label, children }: Props): ReactNode {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children(id)}
    </div>
  );
}
