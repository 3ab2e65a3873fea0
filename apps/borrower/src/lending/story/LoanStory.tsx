import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, type RefObject, Suspense } from 'react';
import { money } from '../../app/settings/money.ts';
import { settings } from '../../app/settings/settings.ts';
import { Icon } from '../../kit/layout/Icon.tsx';
import { cssVariables } from '../../kit/runtime/css-variables.ts';
import { lazyPart } from '../../kit/runtime/lazy-part.ts';
import css from './LoanStory.module.css';

/** Loaded for the one drawing that needs it. */
const Ring = lazyPart(() => import('./Ring.tsx').then((module) => module.Ring));
const StoryArt = lazyPart(() => import('./StoryArt.tsx').then((module) => module.StoryArt));

/** A repayment of the story. The state is shown by a sign and read out, never by colour alone. */
export interface StoryStep {
  readonly no: number;
  readonly state: 'paid' | 'next' | 'late' | 'later';
  /** Cents. */
  readonly amount: number;
  /** A short date, or the day after the payout while there is no date yet. */
  readonly when: string;
}

/** The handlers that make the unpaid steps, the flag and the walker of a story controls. */
export interface StoryControls {
  readonly scene: RefObject<HTMLDivElement | null>;
  /** The name of the button of a step: it pays up to there. */
  readonly nameOf: (step: StoryStep) => string;
  readonly goalName: string;
  readonly onStep: (step: StoryStep) => void;
  readonly onGoal: () => void;
  /** She can be dragged upwards. */
  readonly isRising: boolean;
  /** The number of the last payment in the amount due: paying it brings her there. */
  readonly dueUntil: number;
  /** The amount due. Cents. */
  readonly due: number;
  /** Lies over the lower part of the drawing. */
  readonly overlay: ReactNode;
}

/** With more repayments than this, amounts do not fit into the drawing. */
const maxWithAmounts = 4;
/** With more repayments than this, only the first, the last and the current one have their date. */
const maxWithDates = 6;

/**
 * A loan from its offer to its settlement: each repayment is paid, next, late or later. Every screen tells it with this
 * component; the brand chooses the drawing. `small` leaves the amounts out.
 */
export function LoanStory({
  title,
  sub,
  steps,
  size = 'full',
  footer,
  controls,
}: {
  readonly title: ReactNode;
  readonly sub?: ReactNode;
  readonly steps: readonly StoryStep[];
  readonly size?: 'full' | 'small';
  readonly footer?: ReactNode;
  readonly controls?: StoryControls | undefined;
}): ReactNode {
  const { t } = useLingui();
  const { story } = settings.look;
  const last = steps.length - 1;
  // The walker stands on the last paid step, or on the ground before the first one.
  const reached = steps.reduce((index, { state }, at) => (state === 'paid' ? at : index), -1);
  // She needs ground to stand on where she is drawn.
  const isAtStart = reached < 0 && (story === 'stairs' || controls !== undefined);
  const hasAmounts = size === 'full' && (steps.length <= maxWithAmounts || story === 'terraces');
  const toPay = steps.find((step) => !isPaid(step));
  const toPayNow = steps.filter((step) => !isPaid(step) && step.no <= (controls?.dueUntil ?? 0)).length;
  return (
    <section className={`${css.card} ${css[story]} ${size === 'small' ? css.small : ''}`} data-story={story}>
      <header className={css.head}>
        <div className={css.words}>
          <h2 className={css.title}>{title}</h2>
          {sub ? <p className={css.sub}>{sub}</p> : null}
        </div>
        {story === 'rings' ? (
          <div className={css.ring}>
            <Suspense fallback={null}>
              <Ring steps={steps} amount={toPay ? money(toPay.amount) : ''} label={toPay?.when ?? ''} />
            </Suspense>
          </div>
        ) : null}
      </header>
      <div
        className={`${css.scene} ${isAtStart ? css.atStart : ''} ${controls ? css.days : isAtStart ? css.small : ''}`}
        ref={controls?.scene}
      >
        {story === 'path' ? (
          <Suspense fallback={null}>
            <StoryArt figure="trail" count={steps.length} />
          </Suspense>
        ) : null}
        <ol
          className={css.steps}
          style={cssVariables({ '--last': Math.max(1, last) })}
          aria-label={t`Payments`}
        >
          {steps.map((step, index) => (
            <Step
              key={step.no}
              step={step}
              index={index}
              isReached={index === Math.max(0, reached)}
              isOnGround={reached < 0}
              controls={controls}
              sumOf={step === toPay && story === 'stairs' ? toPayNow : 0}
              isGoal={index === last && (toPay !== undefined || last > 0)}
              hasAmount={hasAmounts}
              isDateQuiet={steps.length > maxWithDates && story !== 'terraces' && index > 0 && index < last}
            />
          ))}
        </ol>
        {controls?.overlay}
      </div>
      {footer}
    </section>
  );
}

interface StepProps {
  readonly step: StoryStep;
  readonly index: number;
  /** The walker stands on it, or with `isOnGround` before it. */
  readonly isReached: boolean;
  readonly isOnGround: boolean;
  readonly controls: StoryControls | undefined;
  /** The number of steps, from this one on, under which the amount due stands. */
  readonly sumOf: number;
  /** The flag stands on it. */
  readonly isGoal: boolean;
  readonly hasAmount: boolean;
  /** The drawing has no room for the date. */
  readonly isDateQuiet: boolean;
}

function Step(props: StepProps): ReactNode {
  const { step, index, isReached, isOnGround, isGoal, hasAmount, isDateQuiet, controls, sumOf } = props;
  const hasFigures = settings.look.story === 'stairs';
  return (
    <li className={css[step.state]} style={cssVariables({ '--i': index, '--odd': index % 2 })}>
      {isReached && (controls || hasFigures) ? (
        <Walker isHandle={!!controls} isRising={controls?.isRising} isOnGround={isOnGround} />
      ) : null}
      {step.no === controls?.dueUntil ? <Walker isAhead /> : null}
      {hasFigures && isGoal ? (
        <span className={css.flag}>
          <Suspense fallback={null}>
            <StoryArt figure="flag" />
          </Suspense>
        </span>
      ) : null}
      {controls && step.state !== 'paid' ? (
        <button
          type="button"
          className={css.hit}
          aria-label={controls.nameOf(step)}
          onClick={() => controls.onStep(step)}
        />
      ) : null}
      {controls && isGoal && step.state !== 'paid' ? (
        <button type="button" className={css.goal} aria-label={controls.goalName} onClick={controls.onGoal} />
      ) : null}
      <Sign step={step} />
      {isPaid(step) ? null : (
        <span className="visually-hidden">
          <StateWord step={step} />
        </span>
      )}
      {hasAmount ? <b>{money(step.amount)}</b> : null}
      <small className={isDateQuiet ? css.quiet : ''}>
        {isPaid(step) ? <StateWord step={step} /> : step.when}
      </small>
      {controls && sumOf > 0 ? (
        <b className={css.sum} style={cssVariables({ '--n': sumOf })} data-text="sum" aria-hidden="true">
          {money(controls.due)}
        </b>
      ) : null}
    </li>
  );
}

/** The borrower on the way. As a handle it is dragged; keys use the steppers. `isAhead`: where a payment brings her. */
function Walker({
  isHandle,
  isRising,
  isOnGround,
  isAhead,
}: {
  readonly isHandle?: boolean;
  readonly isRising?: boolean | undefined;
  readonly isOnGround?: boolean;
  readonly isAhead?: boolean;
}): ReactNode {
  const classes = [
    css.walker,
    isHandle || isAhead ? css.handle : '',
    isAhead ? css.ahead : '',
    isRising ? css.rising : '',
    isOnGround ? css.onGround : '',
  ];
  return (
    <span
      className={classes.join(' ')}
      data-walker={isHandle ? '' : undefined}
      data-ahead={isAhead ? '' : undefined}
      aria-hidden="true"
    >
      <Suspense fallback={null}>
        <StoryArt figure="walker" />
      </Suspense>
    </span>
  );
}

const isPaid = ({ state }: StoryStep): boolean => state === 'paid';

function Sign({ step }: { readonly step: StoryStep }): ReactNode {
  return (
    <span className={css.sign} aria-hidden="true">
      {step.state === 'paid' ? <Icon name="check" size={14} /> : step.state === 'late' ? '!' : step.no}
    </span>
  );
}

function StateWord({ step: { state } }: { readonly step: StoryStep }): ReactNode {
  switch (state) {
    case 'paid':
      return <Trans>Paid</Trans>;
    case 'late':
      return <Trans>Late</Trans>;
    case 'next':
      return <Trans>Up next</Trans>;
    default:
      return <Trans>Later</Trans>;
  }
}

/** "1 of 4 paid", or the number of payments while none is paid. */
export function PaidCount({ steps }: { readonly steps: readonly StoryStep[] }): ReactNode {
  const count = steps.length;
  const paid = steps.filter(isPaid).length;
  if (paid === 0) return <Plural value={count} one="# payment" other="# payments" />;
  return (
    <Trans>
      {paid} of {count} paid
    </Trans>
  );
}
