import { createContext, type ReactNode, useContext } from 'react';
import css from './Button.module.css';

/** Whether the buttons of a part wait, because it shows figures that may no longer hold. */
export const Held = createContext(false);

/** A button, at least 52 px high. While busy it keeps its size and ignores taps. */
export function Button(props: {
  readonly children: ReactNode;
  readonly onTap: () => void;
  /** The page that a tap opens, if it is known: its screen is fetched ahead (`fetch-ahead.ts`). */
  readonly next?: string;
  readonly look?: 'primary' | 'secondary' | 'quiet';
  readonly busy?: boolean;
  readonly disabled?: boolean;
}): ReactNode {
  const { children, onTap, next, look = 'primary', busy = false, disabled = false } = props;
  const held = useContext(Held);
  return (
    <button
      type="button"
      className={`${css.button} ${css[look]} ${busy ? css.busy : ''}`}
      disabled={disabled || held}
      aria-busy={busy}
      data-next={next}
      onClick={() => {
        if (!busy) onTap();
      }}
    >
      {children}
    </button>
  );
}
