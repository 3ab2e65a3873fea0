import { lateCharges } from '../state/late-charges.ts';
import { currentIndex, dueBy, principalOwed, sum, unpaidOf, unpaidPrincipal } from '../state/owed.ts';
import { interestToDate, returnableFee } from '../state/settlement.ts';
import type { LoanState } from '../state/state.ts';
import { type Cents, cents } from '../values/cents.ts';
import { fromDayNumber, type LocalDate } from '../values/local-date.ts';

/** One line of a quote, in cents. A negative `amount` is a deduction. */
export type QuoteRow =
  | {
      /** The unpaid amount of an instalment. */
      readonly kind: 'instalment';
      readonly no: number;
      readonly dueDate: LocalDate;
      readonly interest: Cents;
      readonly principal: Cents;
      readonly amount: Cents;
    }
  | {
      /** Late interest of an instalment. `days`: those charged in `amount`; 0 if a part of it is paid already. */
      readonly kind: 'late';
      readonly no: number;
      readonly days: number;
      readonly amount: Cents;
    }
  | {
      /**
       * `principal` and `interest`: all principal of a payoff, and the interest to today. `paidAhead`: interest that was paid
       * but has not accrued. `feeReturned`: the fee returned in the cooling-off period. `rounding`: down to the charge unit.
       */
      readonly kind:
        | 'principal'
        | 'interest'
        | 'paidAhead'
        | 'penalty'
        | 'refundReceivable'
        | 'feeReturned'
        | 'rounding';
      readonly amount: Cents;
    };

type AmountKind = Exclude<QuoteRow['kind'], 'instalment' | 'late'>;

function amountRow(kind: AmountKind, amount: number): QuoteRow[] {
  return amount === 0 ? [] : [{ kind, amount: cents(amount) }];
}

/** Rows of unpaid late interest by instalment, of the penalty, and of a refund owed. */
function chargeRows(state: LoanState, interest?: number): QuoteRow[] {
  const charges = lateCharges(state, interest);
  return [
    ...state.instalments.flatMap((instalment, index): QuoteRow[] => {
      const amount = (charges.late[index] ?? 0) - instalment.latePaid;
      return amount === 0
        ? []
        : [{ kind: 'late', no: instalment.no, days: instalment.lateDays ?? 0, amount: cents(amount) }];
    }),
    ...amountRow('penalty', charges.penalty - state.penaltyPaid),
    ...amountRow('refundReceivable', state.refundReceivable),
  ];
}

/** Adds the row of rounding, so that the rows sum to `amount`. */
function withRounding(rows: readonly QuoteRow[], amount: number): readonly QuoteRow[] {
  return [...rows, ...amountRow('rounding', amount - sum(rows.map((row) => row.amount)))];
}

/** The rows of a payoff of `amount` cents. */
export function payoffRows(state: LoanState, amount: number): readonly QuoteRow[] {
  const interest = interestToDate(state);
  let dueInterest = 0;
  let paidAhead = 0;
  state.instalments.forEach((instalment, index) => {
    const unpaid = (interest.byInstalment[index] ?? 0) - instalment.interestPaid;
    if (unpaid > 0) dueInterest += unpaid;
    else paidAhead += unpaid;
  });
  return withRounding(
    [
      ...amountRow('principal', principalOwed(state)),
      ...amountRow('interest', dueInterest),
      ...amountRow('paidAhead', paidAhead),
      ...chargeRows(state, interest.total),
      ...amountRow('feeReturned', -returnableFee(state)),
    ],
    amount,
  );
}

/**
 * The rows of the due `amount` in cents: instalments that are due or fall due within the reminder days, and charges. With
 * `isNext`: the instalments up to the current one, and the charges that join it.
 */
export function dueRows(state: LoanState, amount: number, isNext: boolean): readonly QuoteRow[] {
  if (isNext) return rowsThrough(state, amount, currentIndex(state));
  const until = state.asOf + state.terms.reminderDays;
  const isDue = dueBy(state, until) > 0;
  return rowsThrough(
    state,
    amount,
    isDue ? state.instalments.filter(({ due }) => due <= until).length - 1 : -1,
  );
}

/** The rows of `amount` cents that pays the instalments up to an index, and all charges. */
export function rowsThrough(state: LoanState, amount: number, lastIndex: number): readonly QuoteRow[] {
  const rows = state.instalments.slice(0, lastIndex + 1).flatMap((instalment): QuoteRow[] => {
    const unpaid = unpaidOf(instalment);
    if (unpaid === 0) return [];
    const principal = unpaidPrincipal(instalment);
    return [
      {
        kind: 'instalment',
        no: instalment.no,
        dueDate: fromDayNumber(instalment.due),
        interest: cents(unpaid - principal),
        principal: cents(principal),
        amount: cents(unpaid),
      },
    ];
  });
  return withRounding([...rows, ...chargeRows(state)], amount);
}
