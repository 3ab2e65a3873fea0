import type { ReactNode } from 'react';
import styles from '../table/table.module.css';

interface Props {
  /** The name, or the id of the element that names it. */
  readonly label?: string;
  readonly labelledBy?: string;
  /** True if a narrow page, which has no heads of columns, shows the name beside the box. */
  readonly showsLabel?: boolean;
  readonly state: 'none' | 'some' | 'all';
  readonly onChange: (hasShift: boolean) => void;
}

/** A box of a table. Its whole cell checks it. */
export function CheckBox({ label, labelledBy, showsLabel = false, state, onChange }: Props): ReactNode {
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        aria-label={label}
        aria-labelledby={labelledBy}
        checked={state === 'all'}
        ref={(box) => {
          if (box) box.indeterminate = state === 'some';
        }}
        onChange={({ nativeEvent }) => onChange(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
      {showsLabel && (
        <span className={styles.boxName} aria-hidden="true">
          {label}
        </span>
      )}
    </label>
  );
}
