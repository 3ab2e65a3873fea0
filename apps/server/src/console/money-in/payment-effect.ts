import type { EffectLine, JournalLine } from '@hiram/contract/console/effect';
import { allocations, type Cents, disbursalOf, type LoanEvent, type LocalDate, position } from '@hiram/loan';
import { eventLines } from '../../lending/ledger/event-lines.ts';
import { engineEvents, loadEvents, type Order } from '../../lending/loans/loans.ts';
import type { ActionScope } from '../actions/action.ts';

/** The effect of a payment on a loan, by the engine that will post it. `amount` in cents. */
export async function paymentEffect(
  { db, today }: ActionScope,
  order: Order,
  payment: {
    readonly amount: number;
    readonly paidOn: LocalDate;
    readonly provider: string;
    /** The account that gives the money: cash, or suspense for a payment that was held. */
    readonly isHeld?: boolean;
  },
): Promise<{ readonly lines: EffectLine[]; readonly journal: JournalLine[]; readonly netOwed: number }> {
  const events = engineEvents(await loadEvents(db, order));
  const valueDate = payment.paidOn < today ? payment.paidOn : today;
  const paid: LoanEvent = {
    id: 'preview',
    seq: events.length + 1,
    kind: 'paid',
    valueDate,
    amount: payment.amount as Cents,
  };
  const isDisbursed = disbursalOf(events) !== undefined;
  const owed = (known: readonly LoanEvent[]) =>
    isDisbursed ? String(position(order.terms, known, today).owedInAll) : '0';
  const after = [...events, paid];
  const left = isDisbursed ? position(order.terms, after, today) : undefined;
  const posted = eventLines(
    order.terms,
    paid,
    allocations(order.terms, after, today).get(paid.id),
    payment.provider,
  );
  return {
    // What the borrower owes then, less what the lender owes them: it tells what another day would cost.
    netOwed: (left?.owedInAll ?? 0) - (left?.credit ?? 0),
    lines: [
      { label: 'Owed in all', before: owed(events), after: owed(after), format: 'money' },
      { label: 'Counts on', before: '', after: valueDate, format: 'date' },
    ],
    journal: [...posted].map(([account, amount]) => ({
      account: payment.isHeld && account.startsWith('cash:') ? 'suspense:unidentified' : account,
      debit: Math.max(0, amount),
      credit: Math.max(0, -amount),
    })),
  };
}
