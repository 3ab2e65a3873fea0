import type { BorrowerId, LoanEventId, OrderId } from '@hiram/contract/ids';
import { grantedExtension, type LocalDate, localDate, position } from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import { engineEvents } from '../../lending/loans/order-store.ts';
import { type ScreeningState, screeningState } from '../../lending/screening/screen.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { loanAction, type PlannedDecision } from './loan-action.ts';

interface WaiveRequest {
  readonly orderId: OrderId;
  readonly principal: number;
  readonly interest: number;
  readonly late: number;
  readonly penalty: number;
}

const canBeUndone = 'Two persons can undo it.';

function daysLateNote({ effect }: PlannedDecision): readonly string[] {
  const days = effect.after.position?.daysLate ?? 0;
  return days > 0 ? [`The loan stays ${days} days late.`] : [];
}

/** Notes that a waived amount counts as charged for a ceiling, so it does not grow back. */
function ceilingNote({ loan }: PlannedDecision): readonly string[] {
  const { ceilings } = loan.order.terms;
  return ceilings?.enforce
    ? [`The ceiling ${ceilings.name} still holds: what is waived counts as charged and does not grow back.`]
    : [];
}

export const waive = loanAction<WaiveRequest>({
  name: 'loan.waive',
  right: 'loan.waive',
  isCost: true,
  adjustment: ({ principal, interest, late, penalty }) => ({
    kind: 'waived',
    amounts: { principal, interest, late, penalty },
  }),
  amount: ({ event }) =>
    event.kind === 'waived' ? event.principal + event.interest + event.late + event.penalty : 0,
  text: ({ effect }) => ({
    kind: 'waived',
    values: { amount: effect.before.owed - effect.after.owed, left: effect.after.owed },
  }),
  notes: (planned) => [...ceilingNote(planned), ...daysLateNote(planned), canBeUndone],
});

/** Without the reason, which is for those who see matches with lists: others send money back as well. */
const listedWords: Partial<Record<ScreeningState, string>> = {
  confirmed: 'Send no money to this borrower before the officer has said that you may.',
  possible: 'A check of this borrower is not decided yet. Ask the officer before money is sent.',
};

/** The warning before money goes back to a borrower on a screening list; undefined: they are on none. */
async function listedWarning(db: Db, borrowerId: BorrowerId): Promise<string | undefined> {
  return listedWords[await screeningState(db, borrowerId)];
}

export const refund = loanAction<{ orderId: OrderId; amount: number; from?: string }>({
  name: 'loan.refund',
  right: 'loan.refund',
  isCost: true,
  adjustment: ({ amount, from }) => ({ kind: 'refunded', amount, ...(from === undefined ? {} : { from }) }),
  amount: ({ event }) => (event.kind === 'refunded' ? event.amount : 0),
  text: ({ event }) => ({
    kind: 'refunded',
    values: { amount: event.kind === 'refunded' ? event.amount : 0 },
  }),
  warning: ({ db }, { loan }) => listedWarning(db, loan.order.borrower_id),
  notes: ({ event }) => [
    `This moves no money: pay it at ${event.provider ?? 'the provider'} first, and give the bank’s reference.`,
    canBeUndone,
  ],
});

export const writeOff = loanAction<{ orderId: OrderId }>({
  name: 'loan.writeOff',
  right: 'loan.writeOff',
  isCost: true,
  adjustment: () => ({ kind: 'writtenOff' }),
  amount: ({ effect }) => effect.before.principal,
  lines: ({ effect }) => [
    {
      label: 'Principal in the books',
      before: String(effect.before.principal),
      after: '0',
      format: 'money',
    },
  ],
  notes: () => [
    'The borrower still owes everything and gets no message. Their statement of account names it. Later payments are recovery income.',
    canBeUndone,
  ],
});

export const undo = loanAction<{ orderId: OrderId; eventId: LoanEventId }>({
  name: 'loan.undo',
  right: 'loan.undo',
  isCost: false,
  adjustment: ({ eventId }) => ({ kind: 'reversed', target: eventId }),
  amount: ({ effect: { before, after, journal } }) =>
    Math.max(
      Math.abs(after.owed - before.owed),
      Math.abs(after.credit - before.credit),
      Math.abs(journal.get('loss:writeOff') ?? 0),
    ),
  text: ({ loan, event, effect: { before, after } }) => {
    const target = event.kind === 'reversed' ? event.target : undefined;
    const undone = loan.stored.find(({ event: { id } }) => id === target)?.event.kind;
    // A write-off is of the books alone. With nothing owed before and after, at most the credit changes.
    if (undone === 'writtenOff') return undefined;
    if (before.owed !== after.owed || (after.owed > 0 && undone !== 'refunded'))
      return { kind: 'corrected', values: { left: after.owed } };
    return before.credit === after.credit
      ? undefined
      : { kind: 'creditCorrected', values: { amount: after.credit } };
  },
  notes: () => ['The loan is computed as if the decision had never been made. This cannot be undone.'],
});

const addedInterest = ({ effect: { before, after } }: PlannedDecision) => after.interest - before.interest;

export const extend = loanAction<{ orderId: OrderId }>({
  name: 'loan.extend',
  right: 'loan.extend',
  isCost: true,
  adjustment: () => ({ kind: 'extended' }),
  // The price that the borrower would have paid for it.
  amount: ({ loan }) => {
    const approved = grantedExtension(loan.order.terms, engineEvents(loan.stored), loan.today);
    return approved.ok ? approved.price : 0;
  },
  lines: (planned) => [
    { label: 'Interest added', before: '0', after: String(addedInterest(planned)), format: 'money' },
  ],
  text: (planned) => ({
    kind: 'extendedFree',
    values:
      planned.event.kind === 'extended'
        ? { date: planned.event.newDueDate, amount: addedInterest(planned) }
        : {},
  }),
  notes: () => [
    'No fee is charged. Interest until the new day is added. Late charges and penalty so far stay owed.',
    canBeUndone,
  ],
});

/** Late charges and penalty on a day, if nothing is paid until then. */
function chargesOn({ loan, event }: PlannedDecision, day: LocalDate, isStopped: boolean): number {
  const events = engineEvents(loan.stored);
  const stop =
    event.kind === 'chargesStopped' && isStopped ? [{ ...event, seq: loan.order.event_count + 1 }] : [];
  const { lateOwed, penaltyOwed } = position(loan.order.terms, [...events, ...stop], day);
  return lateOwed + penaltyOwed;
}

const stopDay = ({ event, loan }: PlannedDecision) =>
  event.kind === 'chargesStopped' ? event.until : loan.today;

export const stopCharges = loanAction<{ orderId: OrderId; until: string }>({
  name: 'loan.stopCharges',
  right: 'loan.stopCharges',
  isCost: true,
  adjustment: ({ until }) => ({ kind: 'chargesStopped', until: localDate(until) }),
  // What the lender forgoes if nothing is paid until then.
  amount: (planned) => {
    const day = stopDay(planned);
    return chargesOn(planned, day, false) - chargesOn(planned, day, true);
  },
  lines: (planned) => {
    const day = stopDay(planned);
    const shown = formatDate(day, 'en');
    return [
      {
        label: `Late charge and penalty on ${shown}, if nothing is paid`,
        before: String(chargesOn(planned, day, false)),
        after: String(chargesOn(planned, day, true)),
        format: 'money',
      },
    ];
  },
  text: (planned) => ({ kind: 'chargesStopped', values: { date: stopDay(planned) } }),
  notes: () => ['Interest as agreed goes on, and the days count as late days.', canBeUndone],
});
