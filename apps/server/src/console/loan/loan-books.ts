import type { ShownJournal } from '@hiram/contract/console/loan-shapes';
import { type LocalDate, localDate } from '@hiram/loan';
import type { AppContext } from '../../context/app-context.ts';
import { type KnownOn, knownDays } from '../../lending/loans/known-events.ts';
import { type Order, type StoredEvent, storedEvent } from '../../lending/loans/order-store.ts';
import type { SuspendedPayment } from '../../lending/payments/suspense.ts';
import type { Db } from '../../platform/database/connection/connect.ts';

/** A row of `loan_event` as the area shows it. */
export interface EventRow {
  readonly stored: StoredEvent;
  /** The reviewer's note: reference, reason and approval, or who decided it by a command. */
  readonly note: Readonly<Record<string, unknown>>;
}

/** An order's events and journals. */
export interface LoanBooks {
  readonly order: Order;
  readonly rows: readonly EventRow[];
  readonly knownOn: KnownOn;
  readonly journals: readonly ShownJournal[];
  /** Payments that were held at first, with their state now. */
  readonly held: readonly (SuspendedPayment & { readonly state: string })[];
}

/** Reads an order's events and journals, oldest first. */
export async function readBooks(db: Db, appContext: AppContext, order: Order): Promise<LoanBooks> {
  const events = await db
    .selectFrom('every_loan_event')
    .select(['id', 'seq', 'kind', 'value_date', 'body', 'arrived_at'])
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .orderBy('seq')
    .execute();
  const journals = await readJournals(db, order);
  const rows = events.map((row): EventRow => {
    const { note = {} } = row.body as { readonly note?: EventRow['note'] };
    return { stored: storedEvent(row), note };
  });
  const { timeZone } = appContext.brands.get(order.brand) ?? appContext.defaultBrand;
  const arrivedOn = new Map<string, LocalDate>();
  for (const { id, arrived_at } of events)
    arrivedOn.set(id, await appContext.clock.dayOf(db, timeZone, arrived_at));
  const postedOn = new Map(
    journals.flatMap(({ eventId, postedOn: day }) =>
      eventId === undefined ? [] : [[eventId, localDate(day)]],
    ),
  );
  const knownOn = knownDays(
    rows.map(({ stored }) => stored),
    postedOn,
    arrivedOn,
  );
  const held = await db
    .selectFrom('payment')
    .select(['id', 'provider', 'amount', 'state'])
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .where('held_reason', 'is not', null)
    .execute();
  return { order, rows, knownOn, journals, held };
}

async function readJournals(db: Db, order: Order): Promise<readonly ShownJournal[]> {
  const lines = await db
    .selectFrom('every_journal as journal')
    .innerJoin('every_journal_line as journal_line', 'journal_line.journal_id', 'journal.id')
    .select(['journal.id', 'journal.kind', 'journal.posted_on', 'journal.event_id as cause'])
    .select(['journal_line.account', 'journal_line.amount', 'journal_line.event_id'])
    .where('journal.borrower_id', '=', order.borrower_id)
    .where('journal.order_id', '=', order.id)
    .where('journal_line.borrower_id', '=', order.borrower_id)
    .where('journal_line.order_id', '=', order.id)
    .orderBy('journal.created_at')
    .orderBy('journal.id')
    .orderBy('journal_line.line_no')
    .execute();
  return [...Map.groupBy(lines, ({ id }) => id).values()].flatMap((ofJournal): ShownJournal[] => {
    const [first] = ofJournal;
    if (!first) return [];
    return [
      {
        journalId: first.id,
        kind: first.kind,
        postedOn: first.posted_on,
        ...(first.cause === null ? {} : { eventId: first.cause }),
        lines: ofJournal.map(({ account, amount, event_id }) => ({
          account,
          debit: Math.max(0, amount),
          credit: Math.max(0, -amount),
          ...(event_id === null ? {} : { eventId: event_id }),
        })),
      },
    ];
  });
}

/** The posted amounts of journals: event id (or an empty string) → account → cents, debit positive. */
export function postedOf(
  journals: readonly ShownJournal[],
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const posted = new Map<string, Map<string, number>>();
  for (const { lines } of journals)
    for (const { account, debit, credit, eventId = '' } of lines) {
      const accounts = posted.get(eventId) ?? new Map<string, number>();
      accounts.set(account, (accounts.get(account) ?? 0) + debit - credit);
      posted.set(eventId, accounts);
    }
  return posted;
}
