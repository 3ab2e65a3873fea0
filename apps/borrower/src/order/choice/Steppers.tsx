import type { KeyboardEvent, ReactNode } from 'react';
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
          className={`${css.stepper} ${stepper.isChanged ? css.changed : stepper.min < stepper.max ? '' : css.fixed}`}
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
