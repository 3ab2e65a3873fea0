import type { MouseEvent, ReactNode } from 'react';
import css from './Button.module.css';
import { buttonText } from './Button.tsx';

/** A link that looks like a button, such as a telephone number. */
export function ButtonLink({
  children,
  href,
  onClick,
  look = 'primary',
}: {
  readonly children: ReactNode;
  readonly href: string;
  readonly onClick?: (event: MouseEvent) => void;
  readonly look?: 'primary' | 'secondary' | 'quiet';
}): ReactNode {
  return (
    <a className={`${css.button} ${css[look]}`} href={href} onClick={onClick}>
      <span>{buttonText(children)}</span>
    </a>
  );
}
