import type { EffectLine, JournalLine } from '@hiram/contract/console/effect';
import { allocations, type Cents, disbursalOf, type LoanEvent, type LocalDate } from '@hiram/loan';
import { eventLines } from '../../lending/ledger/event-lines.ts';
import { askedPosition } from '../../lending/loans/next-payment.ts';
import { engineEvents, loadEvents, type Order } from '../../lending/loans/order-store.ts';
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
  const after = [...events, paid];
  const [now, left] = [events, after].map((known) =>
    isDisbursed ? askedPosition(order.terms, known, today) : undefined,
  );
  const money = (label: string, from = 0, to = 0, of: EffectLine['of']): EffectLine => ({
    label,
    before: String(from),
    after: String(to),
    format: 'money',
    of,
  });
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
      money('Owed today', now?.owedInAll, left?.owedInAll, 'owed'),
      money('Due', now?.due, left?.due, 'due'),
      {
        label: 'Days late',
        before: String(now?.daysLate ?? 0),
        after: String(left?.daysLate ?? 0),
        format: 'text',
        of: 'daysLate',
      },
      {
        label: 'Due on',
        before: now?.dueDate ?? '',
        after: left?.dueDate ?? '',
        format: 'date',
        of: 'dueDate',
      },
      { label: 'Counts on', before: '', after: valueDate, format: 'date' },
    ],
    journal: [...posted].map(([account, amount]) => ({
      account: payment.isHeld && account.startsWith('cash:') ? 'suspense:unidentified' : account,
      debit: Math.max(0, amount),
      credit: Math.max(0, -amount),
    })),
  };
}
