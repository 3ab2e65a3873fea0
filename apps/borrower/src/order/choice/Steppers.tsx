import type { StepsQuote } from '@hiram/contract/loan';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { KeyboardEvent, ReactNode } from 'react';
import { money, showDate } from '../../app/settings/money.ts';
import css from './Remote.module.css';

/** A value that two buttons and the keys change. */
export interface Stepper {
  /** Its name, shown where it stands alone, and its value as it is read out. */
  readonly label: string;
  readonly valueText: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly title: string;
  readonly sub: string;
  readonly lessName: string;
  readonly moreName: string;
  readonly isChanged: boolean;
}

/** A choice of a day and a number of payments, as its steppers show it. */
export interface SteppersState {
  /** The amount due today. */
  readonly rest: StepsQuote;
  /** The quote of the choice; undefined while the server is asked. */
  readonly quote: StepsQuote | undefined;
  /** Days after today, the last one that can be chosen, and the chosen number of payments; absent: today's amount. */
  readonly days?: number;
  readonly maxDays?: number;
  readonly steps?: number;
  readonly day?: string;
  /** The first day on which the loan takes one payment more, if not on the chosen one. */
  readonly moreFrom: string | undefined;
  /** The amount in words. */
  readonly figure?: string;
}

/** The steppers: the day, and the number of payments if there is more than one. None without a state. */
export function useSteppers(state: SteppersState | undefined): Stepper[] {
  const { t } = useLingui();
  if (!state) return [];
  const { rest, quote, moreFrom, days = 0, maxDays = 1, steps: value = rest.steps, day = rest.day } = state;
  const { least, most } = rest;
  const amount = quote ? money(quote.amount) : '…';
  const { figure = amount } = state;
  const steps = quote?.steps ?? value;
  const date = showDate(day, 'short');
  const moreFromText = (from: string) => {
    const date = showDate(from, 'short');
    return t`More from ${date}`;
  };
  const steppers: Stepper[] = [
    {
      label: t`Day of payment`,
      valueText: `${date}, ${figure}`,
      value: days,
      min: 0,
      max: maxDays,
      title: days === 0 ? t`Today` : date,
      sub: days === 0 ? date : t`${plural(days, { one: 'in # day', other: 'in # days' })}`,
      lessName: t`A day earlier`,
      moreName: t`A day later`,
      isChanged: days > 0,
    },
    {
      label: t`Payments to make`,
      valueText: `${t`${steps} of ${most}`}, ${figure}`,
      value,
      min: least,
      max: moreFrom === undefined ? most : value,
      title:
        quote?.kind === 'payoff' && steps > 1
          ? t`All ${steps}`
          : t`${plural(steps, { one: '# payment', other: '# payments' })}`,
      // Beside its buttons there is room for the amount alone.
      sub: moreFrom && value === least ? moreFromText(moreFrom) : amount,
      lessName: t`One payment less`,
      moreName: t`One payment more`,
      isChanged: value > least,
    },
  ];
  return most > 1 ? steppers : steppers.slice(0, 1);
}

/** The action of a key: a change of the value, back to the start, or the whole loan. */
export type StepperMove = number | 'start' | 'end';

const moves: Readonly<Record<string, StepperMove>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 7,
  PageDown: -7,
  Home: 'start',
  End: 'end',
};

/** Two steppers side by side; below each other if they do not fit. */
export function Steppers({
  steppers,
  onMove,
}: {
  readonly steppers: readonly Stepper[];
  readonly onMove: (index: number, move: StepperMove) => void;
}): ReactNode {
  return (
    <div className={css.steppers}>
      {steppers.map((stepper, index) => (
        <div
          key={stepper.label}
          className={stepper.isChanged ? `${css.stepper} ${css.changed}` : css.stepper}
        >
          {stepper.min < stepper.max ? (
            <button
              type="button"
              tabIndex={-1}
              aria-label={stepper.lessName}
              disabled={stepper.value <= stepper.min}
              onClick={() => onMove(index, -1)}
            >
              −
            </button>
          ) : null}
          <div
            className={css.value}
            role="spinbutton"
            tabIndex={0}
            aria-label={stepper.label}
            aria-valuenow={stepper.value}
            aria-valuemin={stepper.min}
            aria-valuemax={stepper.max}
            aria-valuetext={stepper.valueText}
            onKeyDown={(event: KeyboardEvent) => {
              const move = moves[event.key];
              if (move === undefined) return;
              event.preventDefault();
              onMove(index, move);
            }}
          >
            {steppers.length > 1 ? null : <small>{stepper.label}</small>}
            <b>{stepper.title}</b>
            <small>{stepper.sub}</small>
          </div>
          {stepper.min < stepper.max ? (
            <button
              type="button"
              tabIndex={-1}
              aria-label={stepper.moreName}
              disabled={stepper.value >= stepper.max}
              onClick={() => onMove(index, 1)}
            >
              +
            </button>
          ) : null}
        </div>
      ))}
    </div>
  );
}
