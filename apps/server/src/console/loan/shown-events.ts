import type { ShownEvent } from '@hiram/contract/console/loan-shapes';
import { asId } from '@hiram/contract/ids';
import { explainOwed, inForce, type LocalDate, localDate } from '@hiram/loan';
import { isHandMade } from '../../lending/review/hand-made.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { EventRow, LoanBooks } from './loan-books.ts';

/** The person who requested a decision and the person who approved it. */
interface Deciders {
  readonly requestedBy?: string;
  readonly approvedBy?: string;
}

/** The people of the approvals that events name, by approval. */
async function decidersOf(db: Db, rows: readonly EventRow[]): Promise<ReadonlyMap<string, Deciders>> {
  const ids = rows.flatMap(({ note }) =>
    typeof note.approval === 'string' ? [asId<'approval'>(note.approval)] : [],
  );
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom('approval')
    .innerJoin('staff as requester', 'requester.id', 'approval.requested_by')
    .leftJoin('staff as approver', 'approver.id', 'approval.approved_by')
    .select(['approval.id', 'requester.name as requested_by', 'approver.name as approved_by'])
    .where('approval.id', 'in', ids)
    .execute();
  return new Map(
    found.map(({ id, requested_by, approved_by }) => [
      id,
      { requestedBy: requested_by, ...(approved_by === null ? {} : { approvedBy: approved_by }) },
    ]),
  );
}

/** The provider's ids of an order's payments and payouts, by the id of their event. */
async function providerIds(db: Db, { order }: LoanBooks): Promise<ReadonlyMap<string, string>> {
  const payments = await db
    .selectFrom('payment')
    .select(['id', 'provider_payment_id as provider_id'])
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .execute();
  const payouts = await db
    .selectFrom('payout')
    .select(['id', 'provider_reference as provider_id'])
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .execute();
  return new Map([...payments, ...payouts].map(({ id, provider_id }) => [id, provider_id ?? '']));
}

/** The principal owed after each event that changed it, in the order in which events count. */
function principalAfter(
  { order, rows }: LoanBooks,
  on: LocalDate,
  isDisbursed: boolean,
): Map<string, number> {
  const after = new Map<string, number>();
  if (!isDisbursed) return after;
  const events = rows.map(({ stored }) => stored.event);
  const [principal] = explainOwed(order.terms, events, on);
  const changes = new Map(
    (principal?.lines ?? []).flatMap((line) => (line.kind === 'event' ? [[line.event, line.amount]] : [])),
  );
  let owed = 0;
  for (const event of inForce(events)) {
    if (event.valueDate > on) break;
    if (event.kind === 'disbursed') owed = order.terms.principal;
    owed += changes.get(event.id) ?? 0;
    after.set(event.id, owed);
  }
  return after;
}

/** An order's events, the newest value date first. */
export async function shownEvents(
  db: Db,
  books: LoanBooks,
  { on, isDisbursed }: { readonly on: LocalDate; readonly isDisbursed: boolean },
): Promise<readonly ShownEvent[]> {
  const deciders = await decidersOf(db, books.rows);
  const ids = await providerIds(db, books);
  const after = principalAfter(books, on, isDisbursed);
  const events = books.rows.map(({ stored }) => stored.event);
  const counting = new Set(inForce(events).map(({ id }) => id));
  const shown = books.rows.map((row): ShownEvent => {
    const { event, provider } = row.stored;
    const isReversed = !counting.has(event.id);
    const providerId = ids.get(event.id);
    const principal = after.get(event.id);
    return {
      eventId: asId(event.id),
      kind: event.kind,
      valueDate: event.valueDate,
      knownOn: books.knownOn.get(event.id) ?? localDate(event.valueDate),
      ...fieldsOf(row, books.order.terms.principal),
      ...(principal === undefined ? {} : { principalAfter: principal }),
      isReversed,
      canUndo: !isReversed && isHandMade(event),
      ...(provider === undefined ? {} : { provider }),
      ...(providerId === undefined || providerId === '' ? {} : { providerId }),
      ...noteOf(row, deciders),
    };
  });
  // The latest event of a day is first, so that the principal after each event reads upwards.
  return shown
    .reverse()
    .sort((a, b) => (a.valueDate === b.valueDate ? 0 : a.valueDate < b.valueDate ? 1 : -1));
}

/** The fields that depend on an event's kind. Amounts are negative where they lower the debt. */
function fieldsOf(
  { stored: { event } }: EventRow,
  lent: number,
): Pick<ShownEvent, 'amount' | 'instalment' | 'until' | 'reverses'> {
  switch (event.kind) {
    case 'disbursed':
      return { amount: lent };
    case 'paid':
      return { amount: -event.amount, ...(event.extends === undefined ? {} : { instalment: event.extends }) };
    case 'waived':
      return { amount: -(event.principal + event.interest + event.late + event.penalty) };
    case 'refunded':
      return { amount: event.amount };
    case 'extended':
      return { instalment: event.instalment, until: event.newDueDate };
    case 'chargesStopped':
      return { until: event.until };
    case 'arranged':
      return { amount: event.amount };
    case 'arrangementEnded':
      return {};
    case 'reversed':
      return { reverses: event.target };
    case 'writtenOff':
      return {};
  }
}

function noteOf({ note }: EventRow, deciders: ReadonlyMap<string, Deciders>): Partial<ShownEvent> {
  const { reference, reason, approval, by, second } = note;
  return {
    ...(typeof reference === 'string' && reference !== '' ? { reference } : {}),
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(typeof by === 'string' ? { requestedBy: by } : {}),
    ...(typeof second === 'string' ? { approvedBy: second } : {}),
    ...(typeof approval === 'string' ? deciders.get(approval) : {}),
  };
}
