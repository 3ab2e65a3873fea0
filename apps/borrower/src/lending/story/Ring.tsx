import type { ReactNode } from 'react';
import css from './LoanStory.module.css';

const radius = 46;
const length = 2 * Math.PI * radius;
/** Pixels between two arcs, on the line and with its round ends. */
const gap = 12;

const colours = {
  paid: 'var(--primary)',
  chosen: 'var(--accent)',
  next: 'var(--accent)',
  late: 'var(--danger)',
  later: 'var(--step)',
} as const;

/** A loan as a ring with an arc for each repayment, from the top; inside, the amount that is to be paid next. */
export function Ring({
  steps,
  amount,
  label,
}: {
  readonly steps: readonly { readonly no: number; readonly state: keyof typeof colours }[];
  readonly amount: string;
  readonly label: string;
}): ReactNode {
  const share = length / steps.length;
  const arc = Math.max(1, share - (steps.length > 1 ? gap : 0));
  return (
    <>
      <svg width="112" height="112" viewBox="0 0 112 112" fill="none" aria-hidden="true">
        <g transform="rotate(-90 56 56)">
          {steps.map((step, index) => (
            <circle
              key={step.no}
              cx="56"
              cy="56"
              r={radius}
              stroke={colours[step.state]}
              strokeWidth="8"
              strokeLinecap="round"
              strokeDasharray={`${arc} ${length}`}
              strokeDashoffset={-share * index - gap / 2}
            />
          ))}
        </g>
      </svg>
      <p className={css.ringWords}>
        <small>{label}</small>
        <b>{amount}</b>
      </p>
    </>
  );
}
