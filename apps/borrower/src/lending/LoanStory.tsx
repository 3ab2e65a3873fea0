import type { DueCard } from '@hiram/contract/order';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense } from 'react';
import { money } from '../app/settings/money.ts';
import { settings } from '../app/settings/settings.ts';
import { Icon } from '../kit/layout/Icon.tsx';
import { cssVariables } from '../kit/runtime/css-variables.ts';
import { lazyPart } from '../kit/runtime/lazy-part.ts';
import css from './LoanStory.module.css';
import { Ring } from './Ring.tsx';

/** Loaded for the one drawing that needs it. */
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
}: {
  readonly title: ReactNode;
  readonly sub?: ReactNode;
  readonly steps: readonly StoryStep[];
  readonly size?: 'full' | 'small';
  readonly footer?: ReactNode;
}): ReactNode {
  const { t } = useLingui();
  const { story } = settings.look;
  const last = steps.length - 1;
  // The walker stands on the last step that was reached: paid, or late and waited for.
  const reached = steps.reduce(
    (index, { state }, at) => (state === 'paid' || state === 'late' ? at : index),
    -1,
  );
  const hasAmounts = size === 'full' && (steps.length <= maxWithAmounts || story === 'terraces');
  const isSettled = steps.every(({ state }) => state === 'paid');
  return (
    <section className={`${css.card} ${css[story]} ${size === 'small' ? css.small : ''}`}>
      <header className={css.head}>
        <div className={css.words}>
          <h2 className={css.title}>{title}</h2>
          {sub ? <p className={css.sub}>{sub}</p> : null}
        </div>
        {story === 'rings' ? <Ring share={steps.filter(isPaid).length / Math.max(1, steps.length)} /> : null}
      </header>
      <div className={css.scene}>
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
              isReached={index === reached}
              isGoal={index === last && !(isSettled && last === 0)}
              hasAmount={hasAmounts}
              isDateQuiet={steps.length > maxWithDates && story !== 'terraces' && index > 0 && index < last}
            />
          ))}
        </ol>
      </div>
      {footer}
    </section>
  );
}

interface StepProps {
  readonly step: StoryStep;
  readonly index: number;
  /** The walker stands on it. */
  readonly isReached: boolean;
  /** The flag stands on it. */
  readonly isGoal: boolean;
  readonly hasAmount: boolean;
  /** The drawing has no room for the date. */
  readonly isDateQuiet: boolean;
}

function Step({ step, index, isReached, isGoal, hasAmount, isDateQuiet }: StepProps): ReactNode {
  const hasFigures = settings.look.story === 'stairs';
  return (
    <li className={css[step.state]} style={cssVariables({ '--i': index, '--odd': index % 2 })}>
      {hasFigures && isReached ? (
        <span className={css.walker}>
          <Suspense fallback={null}>
            <StoryArt figure="walker" />
          </Suspense>
        </span>
      ) : null}
      {hasFigures && isGoal ? (
        <span className={css.flag}>
          <Suspense fallback={null}>
            <StoryArt figure="flag" />
          </Suspense>
        </span>
      ) : null}
      <Sign step={step} />
      <span className={css.state}>
        <StateWord step={step} />
      </span>
      {hasAmount ? <b>{money(step.amount)}</b> : null}
      <small className={isDateQuiet ? css.quiet : ''}>{step.when}</small>
    </li>
  );
}

const isPaid = ({ state }: StoryStep): boolean => state === 'paid';

function Sign({ step }: { readonly step: StoryStep }): ReactNode {
  return (
    <span className={css.sign} aria-hidden="true">
      {step.state === 'paid' ? (
        <Icon name="check" size={14} />
      ) : step.state === 'late' ? (
        '!'
      ) : step.state === 'next' && settings.look.story === 'stairs' ? (
        <i className={css.dot} />
      ) : (
        step.no
      )}
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

/**
 * What is left of the loan: what is left of its repayments, with late charges and a refund owed in lines of their own; then the
 * payments so far as a bar. Cents.
 */
export function StoryBalance({
  owed,
  due,
  paid = 0,
}: {
  readonly owed: number;
  readonly due: Pick<DueCard, 'chargesOwed' | 'refundOwed'> | undefined;
  readonly paid?: number;
}): ReactNode {
  const { t } = useLingui();
  const { chargesOwed = 0, refundOwed = 0 } = due ?? {};
  const total = paid + owed;
  return (
    <div className={css.balance}>
      <p className={css.line}>
        <span>{t`Total balance`}</span>
        <b>{money(owed)}</b>
      </p>
      {chargesOwed + refundOwed > 0 ? (
        <p className={css.line}>
          <small>{t`Payments: ${money(owed - chargesOwed - refundOwed)}`}</small>
          {chargesOwed > 0 ? <small>{t`Late charges: ${money(chargesOwed)}`}</small> : null}
          {refundOwed > 0 ? <small>{t`Refund to be paid back: ${money(refundOwed)}`}</small> : null}
        </p>
      ) : null}
      {paid > 0 ? (
        <>
          <span className={css.bar}>
            <i style={{ width: `${(paid / total) * 100}%` }} />
          </span>
          <p className={css.line}>
            <small>{t`${money(paid)} paid`}</small>
            <small>{t`of ${money(total)}`}</small>
          </p>
        </>
      ) : null}
    </div>
  );
}
