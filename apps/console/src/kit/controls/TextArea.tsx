import { type ReactNode, useId } from 'react';
import styles from '../kit.module.css';

interface Props {
  readonly label: string;
  /** Beside the label: who reads it. */
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Letters at most. */
  readonly max: number;
  readonly rows?: number;
}

/** Several lines of text, with how many letters are left. */
export function TextArea({ label, hint, value, onChange, max, rows = 3 }: Props): ReactNode {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        <strong>{label}</strong> {hint}
      </label>
      <textarea
        id={id}
        rows={rows}
        maxLength={max}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <span className={styles.counter}>
        {value.length} / {max}
      </span>
    </div>
  );
}
