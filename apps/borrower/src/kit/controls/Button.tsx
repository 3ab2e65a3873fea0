import { createContext, type ReactNode, useContext } from 'react';
import css from './Button.module.css';

/** True if the buttons of a part wait, because it shows figures that may no longer hold. */
export const Held = createContext(false);

/** An amount with a currency sign of letters (`Rp530.356`). */
const amount = /([A-Za-z]+\d[\d.,]*)/;

/** A button's text, in which amounts keep their letters in a brand that writes its buttons in capitals. */
export function buttonText(text: ReactNode): ReactNode {
  if (typeof text !== 'string' || !amount.test(text)) return text;
  return text.split(amount).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text keep their order
      <span key={index} className={css.figure}>
        {part}
      </span>
    ),
  );
}

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
      {buttonText(children)}
    </button>
  );
}
