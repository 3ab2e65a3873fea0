import type { ReactNode } from 'react';
import css from './Button.module.css';

/** A button, at least 52 px high. While busy it keeps its size and ignores taps. */
export function Button(props: {
  readonly children: ReactNode;
  readonly onTap: () => void;
  readonly look?: 'primary' | 'secondary' | 'quiet';
  readonly busy?: boolean;
  readonly disabled?: boolean;
}): ReactNode {
  const { children, onTap, look = 'primary', busy = false, disabled = false } = props;
  return (
    <button
      type="button"
      className={`${css.button} ${css[look]} ${busy ? css.busy : ''}`}
      disabled={disabled}
      aria-busy={busy}
      onClick={() => {
        if (!busy) onTap();
      }}
    >
      {children}
    </button>
  );
}
