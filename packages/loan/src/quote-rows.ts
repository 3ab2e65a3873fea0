import { type Cents, cents } from './cents.ts';
import { lateCharges } from './late-charges.ts';
import { fromDayNumber, type LocalDate } from './local-date.ts';
import { dueBy, headIndex, principalOwed, sum, unpaidOf, unpaidPrincipal } from './owed.ts';
import { feeBack, interestToDate } from './settlement.ts';
import type { LoanState } from './state.ts';

/** One line of what is asked, in cents; `amount` is negative where it takes something off. */
export type QuoteRow =
  | {
      /** What is unpaid of an instalment. */
      readonly kind: 'instalment';
      readonly no: number;
      readonly dueDate: LocalDate;
      readonly interest: Cents;
      readonly principal: Cents;
      readonly amount: Cents;
    }
  | {
      /** Late interest of an instalment. */
      readonly kind: 'late';
      readonly no: number;
      readonly amount: Cents;
    }
  | {
      /**
       * `principal` and `interest`: of a payoff, all principal and the interest to today; `paidAhead`: interest that was paid
       * and has not accrued; `feeReturned`: the fee given back in the cooling-off days; `rounding`: down to the charge unit.
       */
      readonly kind:
        | 'principal'
        | 'interest'
        | 'paidAhead'
        | 'penalty'
        | 'refundOwed'
        | 'feeReturned'
        | 'rounding';
      readonly amount: Cents;
    };

type Plain = Exclude<QuoteRow['kind'], 'instalment' | 'late'>;

function plain(kind: Plain, amount: number): QuoteRow[] {
  return amount === 0 ? [] : [{ kind, amount: cents(amount) }];
}

/** Late interest by instalment, the penalty, and a refund owed. */
function chargeRows(state: LoanState, interest?: number): QuoteRow[] {
  const charges = lateCharges(state, interest);
  return [
    ...state.parts.flatMap((part, index): QuoteRow[] => {
      const amount = (charges.late[index] ?? 0) - part.latePaid;
      return amount === 0 ? [] : [{ kind: 'late', no: part.no, amount: cents(amount) }];
    }),
    ...plain('penalty', charges.penalty - state.penaltyPaid),
    ...plain('refundOwed', state.refundOwed),
  ];
}

/** The rows with the rounding down to what is asked, which they then sum to. */
function summing(rows: readonly QuoteRow[], amount: number): readonly QuoteRow[] {
  return [...rows, ...plain('rounding', amount - sum(rows.map((row) => row.amount)))];
}

/** What a payoff of `amount` is made of. */
export function payoffRows(state: LoanState, amount: number): readonly QuoteRow[] {
  const interest = interestToDate(state);
  let due = 0;
  let ahead = 0;
  state.parts.forEach((part, index) => {
    const left = (interest.parts[index] ?? 0) - part.interestPaid;
    if (left > 0) due += left;
    else ahead += left;
  });
  return summing(
    [
      ...plain('principal', principalOwed(state)),
      ...plain('interest', due),
      ...plain('paidAhead', ahead),
      ...chargeRows(state, interest.total),
      ...plain('feeReturned', -feeBack(state)),
    ],
    amount,
  );
}

/** What is due is made of: instalments that have fallen due or do within the reminder's days, or the next one, and charges. */
export function dueRows(state: LoanState, amount: number, isNext: boolean): readonly QuoteRow[] {
  const until = state.asOf + state.terms.reminderDays;
  const head = headIndex(state);
  const hasDue = dueBy(state, until) > 0;
  const rows = state.parts.flatMap((part, index): QuoteRow[] => {
    const unpaid = unpaidOf(part);
    if (unpaid === 0 || !(isNext ? index <= head : hasDue && part.due <= until)) return [];
    const principal = unpaidPrincipal(part);
    return [
      {
        kind: 'instalment',
        no: part.no,
        dueDate: fromDayNumber(part.due),
        interest: cents(unpaid - principal),
        principal: cents(principal),
        amount: cents(unpaid),
      },
    ];
  });
  return summing(isNext ? rows : [...rows, ...chargeRows(state)], amount);
}
