import { dayNumber } from '../values/local-date.ts';
import type { Extended, LoanEvent, Paid, Reversed } from './events.ts';
import { type Covered, everything, type GracePeriod, type Instalment, type LoanState } from './state.ts';

/** Days after the lender learns of a reversal in which what the payment had paid bears no late charges. */
export const reversalNoticeDays = 3;

/** A payment, and the event that reverses it. */
export interface ReversedPayment {
  readonly reversal: Reversed;
  readonly payment: Paid;
}

/** The payments that were reversed, in the order in which the lender learned it. */
export function reversedPayments(events: readonly LoanEvent[]): readonly ReversedPayment[] {
  const found = events.flatMap((reversal): ReversedPayment[] => {
    if (reversal.kind !== 'reversed') return [];
    const payment = events.find(({ id }) => id === reversal.target);
    return payment?.kind === 'paid' ? [{ reversal, payment }] : [];
  });
  return found.sort(({ reversal: a }, { reversal: b }) =>
    a.valueDate === b.valueDate ? a.seq - b.seq : a.valueDate < b.valueDate ? -1 : 1,
  );
}

/**
 * The grace of a reversed payment. The states are those of its day without and with it, and of the day before
 * the reversal, as it was known then.
 */
export function reversalGrace(
  { reversal, payment }: ReversedPayment,
  states: { readonly before: LoanState; readonly after: LoanState; readonly known: LoanState },
): GracePeriod {
  return {
    from: dayNumber(payment.valueDate),
    until: dayNumber(reversal.valueDate) + reversalNoticeDays,
    covered: states.known.settledOn === undefined ? paidBetween(states.before, states.after) : 'all',
  };
}

/**
 * The graces of an extension whose price is reversed: until then the due days had moved, so what was moved
 * bears no late charges on days before its moved due day, nor within the notice if the lender learned of the
 * reversal before that day. `known`: the loan on the day before the reversal, as it was known then, or on the
 * day of both.
 */
export function extensionGraces(
  { reversal, payment }: ReversedPayment,
  { instalment: first }: Extended,
  known: LoanState,
): readonly GracePeriod[] {
  const learned = dayNumber(reversal.valueDate);
  return known.instalments
    .filter(({ no }) => no >= first)
    .map(({ no, due }) => ({
      from: dayNumber(payment.valueDate),
      until: learned <= due ? learned + reversalNoticeDays : due,
      covered: new Map([[no, everything]]),
    }));
}

function paidBetween(before: LoanState, after: LoanState): ReadonlyMap<number, Covered> {
  return new Map(
    after.instalments.map((instalment, index) => {
      const former = before.instalments[index];
      const principal = instalment.principalPaid - (former?.principalPaid ?? 0);
      const interest = instalment.interestPaid - (former?.interestPaid ?? 0);
      return [instalment.no, { scheduled: principal + interest, principal }];
    }),
  );
}

/** The cents of an instalment that bear no late charges on a day. */
export function coveredOn(state: LoanState, { no }: Instalment, day: number): Covered {
  let scheduled = 0;
  let principal = 0;
  for (const { from, until, covered } of state.graces) {
    if (day <= from || day > until) continue;
    if (covered === 'all') return everything;
    scheduled += covered.get(no)?.scheduled ?? 0;
    principal += covered.get(no)?.principal ?? 0;
  }
  return { scheduled, principal };
}

/** The first day after `from` and before `until` on which a grace begins or ends; `until` if there is none. */
export function nextGraceEdge(state: LoanState, from: number, until: number): number {
  let edge = until;
  for (const grace of state.graces)
    for (const day of [grace.from, grace.until]) if (day > from && day < edge) edge = day;
  return edge;
}
