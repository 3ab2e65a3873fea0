import { messageChannels } from '@hiram/contract/messages';
import * as v from 'valibot';
import { kindOf } from './message-kinds.ts';

/** The steps of a strategy: messages about a repayment that is due or late, and the task to call. */
const stepKinds = ['dueSoon', 'dueToday', 'late', 'lateLong', 'call'] as const;

const strategyStep = v.strictObject({
  /** Days after the due date of the next unpaid repayment; negative before it. */
  day: v.pipe(v.number(), v.integer(), v.minValue(-3), v.maxValue(120)),
  kind: v.picklist(stepKinds),
  /** The channel of a message that is tried first; absent: in the brand's order. */
  channel: v.optional(v.picklist(messageChannels)),
  /** Only borrowers with their first loan, or only those with a later one. */
  client: v.optional(v.picklist(['new', 'repeat'])),
  /** Only loans of at least so many cents. */
  if: v.optional(v.strictObject({ amountFrom: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) })),
});
export type StrategyStep = v.InferOutput<typeof strategyStep>;

const maxSteps = 60;
export const strategySteps = v.pipe(v.array(strategyStep), v.maxLength(maxSteps, 'has more than 60 steps'));

/** The shipped steps: on the due day, and on day 1, 3, 7, 15, 30 and 60 after it. */
export const shippedSteps: readonly StrategyStep[] = [
  { day: 0, kind: 'dueToday' },
  { day: 1, kind: 'late' },
  { day: 3, kind: 'late' },
  { day: 7, kind: 'late' },
  { day: 15, kind: 'lateLong' },
  { day: 30, kind: 'lateLong' },
  { day: 60, kind: 'lateLong' },
];

/** True for a step that a person does: the desk lists its loans from its day on, until the borrower was called. */
export const isCall = (step: StrategyStep): step is StrategyStep & { readonly kind: 'call' } =>
  step.kind === 'call';

const purposeOf = ({ kind }: StrategyStep) => (kind === 'call' ? 'collection' : kindOf(kind).purpose);

type Caps = Readonly<Record<'reminder' | 'collection', { readonly day: number; readonly week: number }>>;

/** The days on which a kind is true. */
const fits = ({ day, kind }: StrategyStep) =>
  kind === 'dueSoon' ? day < 0 : kind === 'dueToday' ? day === 0 : day > 0;

/**
 * The faults of a strategy, one line each: a message on a day on which it is false, the same one twice, and
 * more than a borrower may be sent on a day or in a week by the brand's caps, which are within the law.
 */
export function strategyFaults(steps: readonly StrategyStep[], caps: Caps): readonly string[] {
  const faults = steps
    .filter((step) => !fits(step))
    .map(({ day, kind }) => `day ${day}: ${kind} would not be true`);
  for (const { day, channel } of steps.filter(isCall))
    if (channel !== undefined) faults.push(`day ${day}: a call has no channel`);
  for (const client of ['new', 'repeat'] as const) {
    const own = steps.filter((step) => step.client === undefined || step.client === client);
    for (const purpose of ['reminder', 'collection'] as const) {
      const days = own.filter((step) => purposeOf(step) === purpose).map(({ day }) => day);
      for (const day of new Set(days)) {
        const onDay = days.filter((other) => other === day).length;
        const inWeek = days.filter((other) => other > day - 7 && other <= day).length;
        if (onDay > caps[purpose].day)
          faults.push(
            `day ${day}: ${onDay} attempts to reach ${client} clients; at most ${caps[purpose].day} a day`,
          );
        if (inWeek > caps[purpose].week)
          faults.push(
            `day ${day}: ${inWeek} attempts in a week to reach ${client} clients; at most ${caps[purpose].week}`,
          );
      }
    }
  }
  const keys = steps.map(({ day, kind, client }) => `${day} ${kind} ${client ?? 'all'}`);
  for (const key of new Set(keys.filter((key, at) => keys.indexOf(key) !== at)))
    faults.push(`${key}: the same step twice`);
  return faults;
}
