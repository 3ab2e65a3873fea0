import type { ReactNode } from 'react';
import css from './Bars.module.css';

export interface Repayment {
  readonly principal: number;
  readonly interest: number;
  readonly date: string;
  readonly amount: string;
}

function Swatch({ colour }: { readonly colour: string }): ReactNode {
  return (
    <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
      <rect width="10" height="10" rx="2" fill={colour} />
    </svg>
  );
}

/** The gap between the two parts of a bar. Dark themes give both parts the same brightness. */
const seam = 2;

/**
 * One bar a repayment: principal below, interest above. With more than four, dates and amounts are left to the list
 * below the chart and to screen readers.
 */
export function Bars({
  repayments,
  words,
}: {
  readonly repayments: readonly Repayment[];
  readonly words: { readonly principal: string; readonly interest: string };
}): ReactNode {
  const maxAmount = Math.max(1, ...repayments.map((repayment) => repayment.principal + repayment.interest));
  const wordy = repayments.length <= 4;
  return (
    <>
      <ol className={css.bars}>
        {repayments.map((repayment) => {
          const whole = ((repayment.principal + repayment.interest) / maxAmount) * 96;
          const interest = (repayment.interest / maxAmount) * 96;
          return (
            <li className={css.bar} key={repayment.date}>
              <svg viewBox="0 0 40 96" preserveAspectRatio="none" aria-hidden="true">
                <rect y={96 - whole} width="40" height={interest} fill="var(--accent)" />
                <rect
                  y={96 - whole + interest + seam}
                  width="40"
                  height={Math.max(0, whole - interest - seam)}
                  fill="var(--primary)"
                />
              </svg>
              <span className={wordy ? css.figures : 'visually-hidden'}>
                {repayment.date}
                <br />
                {repayment.amount}
              </span>
            </li>
          );
        })}
      </ol>
      <p className={css.legend}>
        <span>
          <Swatch colour="var(--primary)" />
          {words.principal}
        </span>
        <span>
          <Swatch colour="var(--accent)" />
          {words.interest}
        </span>
      </p>
    </>
  );
}
