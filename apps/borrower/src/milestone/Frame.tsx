import { type ReactNode, useEffect, useRef } from 'react';
import { ActionBar } from '../kit/layout/Screen.tsx';
import css from './Milestone.module.css';

/**
 * A full page without a header: the words and a scene on the brand's ground, what belongs to them below, and the actions. The
 * heading takes the focus, so that it is read out once. The words are there from the first frame.
 */
export function Frame({
  sign,
  amount,
  title,
  text = [],
  isTitleFirst = false,
  isStart = false,
  isFull = false,
  scene,
  actions,
  children,
}: {
  readonly sign?: ReactNode;
  readonly amount: string;
  readonly title: string;
  /** Lines below the heading; an empty one is left out. */
  readonly text?: readonly string[];
  readonly isTitleFirst?: boolean;
  /** The words stand at the start of the line, not in its middle. */
  readonly isStart?: boolean;
  /** What stands below needs the height of a phone: its picture is left out there. */
  readonly isFull?: boolean;
  readonly scene: ReactNode;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  const amountWords = <span className={css.amount}>{amount}</span>;
  const titleWords = <span className={css.title}>{title}</span>;
  return (
    <div className={css.page}>
      <main className={css.main}>
        <div className={css.ground}>
          <div className={[css.words, isStart ? css.start : '', isFull ? css.full : ''].join(' ')}>
            {sign}
            <h1 ref={heading} tabIndex={-1} className={isTitleFirst ? css.titleFirst : ''}>
              {isTitleFirst ? titleWords : amountWords} {isTitleFirst ? amountWords : titleWords}
            </h1>
            {text.map((line) =>
              line ? (
                <p key={line} className={css.text}>
                  {line}
                </p>
              ) : null,
            )}
          </div>
          {scene}
        </div>
        <div className={css.body}>{children}</div>
      </main>
      <ActionBar>{actions}</ActionBar>
    </div>
  );
}
