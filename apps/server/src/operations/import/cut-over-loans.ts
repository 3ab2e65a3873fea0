import { asId, type BorrowerId, type LoanImportId, type OrderId } from '@hiram/contract/ids';
import { type LocalDate, position } from '@hiram/loan';
import { sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';
import { newInviteCode } from '../../features/promotion/open-account.ts';
import { maskedPhone } from '../../lending/borrowers/masked.ts';
import { reserveNumber } from '../../lending/borrowers/reserve-number.ts';
import { trackCredit } from '../../lending/loans/append-event.ts';
import { lateTask } from '../../lending/loans/lateness.ts';
import { openStatuses } from '../../lending/loans/order-status.ts';
import { creditOf, engineEvents, type StoredEvent } from '../../lending/loans/order-store.ts';
import { plannedPostings } from '../../lending/loans/planned-postings.ts';
import { storedFigures, storeFigures } from '../../lending/loans/refresh-orders.ts';
import type { StoredProduct } from '../../lending/origination/products.ts';
import { openTasks } from '../../lending/tasks.ts';
import { startOfDay } from '../../platform/clock/clock.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { ConfigError } from '../../platform/errors/config-error.ts';
import { newId } from '../../platform/ids.ts';
import { eventsOf, type LoanDraft } from './read-loan.ts';

/** The name under which the money of the former system stands in the ledger: `cash:opening`. */
const provider = 'opening';
const batchSize = 500;

export interface CutOver {
  readonly id: LoanImportId;
  readonly brand: Brand;
  readonly products: ReadonlyMap<string, StoredProduct>;
  readonly appContext: AppContext;
  readonly today: LocalDate;
  readonly now: Date;
  progress(line: string): void;
}

/** A loan as it was staged. */
interface Staged {
  readonly reference: string;
  readonly draft: LoanDraft;
}

/** A staged loan that becomes an order. */
interface Arriving extends Staged {
  readonly borrowerId: BorrowerId;
  readonly orderId: OrderId;
  /** The disbursal, then the payments in the order of the draft. */
  readonly stored: readonly StoredEvent[];
}

/**
 * Makes loans of what is staged, in batches, each in one transaction. It may be interrupted and repeated.
 * Returns the loans that are left because their borrower has a running loan here.
 */
export async function cutOverLoans(db: Db, cutOver: CutOver): Promise<readonly string[]> {
  const left: string[] = [];
  let done = 0;
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('imported_loan')
      .select(['reference', 'line', 'data_encrypted'])
      .where('import_id', '=', cutOver.id)
      .where('order_id', 'is', null)
      .where('line', '>', after)
      .orderBy('line')
      .limit(batchSize)
      .execute();
    const last = rows.at(-1);
    if (!last) return left;
    after = last.line;
    const staged = rows.flatMap(({ reference, data_encrypted: data }): Staged[] =>
      data === null ? [] : [{ reference, draft: JSON.parse(cutOver.appContext.cipher.decrypt(data)) }],
    );
    left.push(...(await inTransaction(db, (trx) => cutOverBatch(trx, cutOver, staged))));
    done += rows.length;
    cutOver.progress(`${done} loans cut over`);
  }
}

async function cutOverBatch(
  trx: Db,
  cutOver: CutOver,
  staged: readonly Staged[],
): Promise<readonly string[]> {
  const all = await arriving(trx, cutOver, staged);
  const busy = await trx
    .selectFrom('loan_order')
    .select('borrower_id')
    .where('borrower_id', 'in', [...new Set(all.map(({ borrowerId }) => borrowerId))])
    .where('status', 'in', openStatuses)
    .execute();
  const isBusy = new Set(busy.map(({ borrower_id }) => borrower_id));
  const isSettled = ({ draft, stored }: Arriving) =>
    position(draft.terms, engineEvents(stored), cutOver.today).status === 'settled';
  const left = all.filter((loan) => isBusy.has(loan.borrowerId) && !isSettled(loan));
  const loans = all.filter((loan) => !left.includes(loan));
  if (loans.length > 0) {
    await insertOrders(trx, cutOver, loans);
    await insertEvents(trx, cutOver, loans);
    await postOpenings(trx, cutOver, loans);
    await refreshOrders(trx, cutOver, loans);
    const brought = loans.map(({ reference, borrowerId, orderId }) => ({ reference, borrowerId, orderId }));
    await sql`update imported_loan set borrower_id = brought."borrowerId", order_id = brought."orderId", data_encrypted = null
      from jsonb_to_recordset(${JSON.stringify(brought)}::jsonb) as brought (reference text, "borrowerId" uuid, "orderId" uuid)
      where import_id = ${cutOver.id} and imported_loan.reference = brought.reference`.execute(trx);
  }
  return left.map(({ reference }) => reference);
}

/** Staged loans with the borrower of their number. New ones get an account, with their name, as if they had signed in once. */
async function arriving(
  trx: Db,
  { brand, appContext, now }: CutOver,
  staged: readonly Staged[],
): Promise<readonly Arriving[]> {
  const names = new Map(staged.map(({ draft }) => [draft.phone, draft.name]));
  for (const phone of names.keys())
    if (!(await reserveNumber(trx, appContext, brand.id, phone)))
      throw new ConfigError(
        `the number ${maskedPhone(phone)} has its account in another cell: import its loan there`,
      );
  const account = { brand: brand.id, created_at: now };
  const accounts = [...names.keys()].map((phone) => ({
    ...account,
    id: newId<'borrower'>(),
    phone,
    invite_code: newInviteCode(),
  }));
  const added = await trx
    .insertInto('borrower')
    .values(accounts)
    .onConflict((conflict) => conflict.columns(['brand', 'phone']).doNothing())
    .returning(['id', 'phone'])
    .execute();
  const profiles = added.map(({ id, phone }) => ({
    borrower_id: id,
    data_group: 'public' as const,
    encrypted: appContext.cipher.encrypt(JSON.stringify({ fullName: names.get(phone) })),
    updated_at: now,
    revision: 1,
  }));
  if (profiles.length > 0) await trx.insertInto('borrower_profile').values(profiles).execute();
  const rows = await trx
    .selectFrom('borrower')
    .select(['id', 'phone'])
    .where('brand', '=', brand.id)
    .where('phone', 'in', [...names.keys()])
    .execute();
  const borrowers = new Map(rows.map(({ id, phone }) => [phone, id]));
  return staged.map(({ reference, draft }) => {
    const borrowerId = borrowers.get(draft.phone);
    if (!borrowerId) throw new Error('the borrower was just added');
    const stored = eventsOf(draft, () => newId()).map((event) => ({ event, provider }));
    return { reference, draft, borrowerId, orderId: newId(), stored };
  });
}

async function insertOrders(
  trx: Db,
  { brand, products }: CutOver,
  loans: readonly Arriving[],
): Promise<void> {
  const orders = loans.map(({ draft, borrowerId, orderId, stored }) => {
    const product = products.get(draft.productCode);
    if (!product) throw new Error(`the brand has no product ${draft.productCode} any more`);
    return {
      borrower_id: borrowerId,
      id: orderId,
      brand: brand.id,
      product_id: product.row.id,
      kind: draft.terms.kind,
      amount: draft.terms.principal,
      terms: JSON.stringify(draft.terms),
      client_kind: draft.client,
      status: 'applied' as const,
      applied_at: startOfDay(brand.timeZone, draft.disbursedOn),
      applied_on: draft.disbursedOn,
      decide_by: draft.disbursedOn,
      event_count: stored.length,
    };
  });
  await trx.insertInto('loan_order').values(orders).execute();
  await sql`update loan_order set status = 'approved', decided_at = applied_at, decided_on = applied_on,
    decision = '{"approved": true, "outcome": "approve", "reasons": []}', withdrawn_at = applied_at, credit_by = applied_on
    where id = any(${loans.map(({ orderId }) => orderId)}::uuid[])`.execute(trx);
}

async function insertEvents(
  trx: Db,
  { brand, now, today }: CutOver,
  loans: readonly Arriving[],
): Promise<void> {
  const events = loans.flatMap(({ borrowerId, orderId, stored }) =>
    stored.map(({ event: { id, seq, kind, valueDate, ...fields } }) => ({
      borrower_id: borrowerId,
      order_id: orderId,
      seq,
      id: asId<'loanEvent'>(id),
      kind,
      value_date: valueDate,
      arrived_at: now,
      body: JSON.stringify({ ...fields, provider }),
    })),
  );
  const payments = loans.flatMap(({ reference, draft, borrowerId, orderId, stored }) =>
    draft.payments.map((payment, index) => ({
      borrower_id: borrowerId,
      id: asId<'payment'>(stored[index + 1]?.event.id ?? ''),
      order_id: orderId,
      provider,
      // A name may have a slash itself.
      provider_payment_id: `${brand.id}/${encodeURIComponent(reference)}/${payment.reference}`,
      amount: payment.amount,
      paid_on: payment.day,
      confirmed_on: today,
      state: 'posted' as const,
      received_at: now,
    })),
  );
  if (payments.length > 0) await trx.insertInto('payment').values(payments).execute();
  await trx.insertInto('loan_event').values(events).execute();
}

/** Posts each loan's ledger. What the former system lent and received stands against `cash:opening`. */
async function postOpenings(trx: Db, { brand, today }: CutOver, loans: readonly Arriving[]): Promise<void> {
  const journals = loans.flatMap(({ draft, stored, borrowerId, orderId }) => {
    const net = draft.terms.principal - draft.terms.fee;
    const payout = [
      { account: 'clearing:payout', amount: net },
      { account: `cash:${provider}`, amount: -net },
    ];
    const ofEvents = plannedPostings(draft, stored, new Map(), today).map(({ event, lines }) => {
      const moved = lines.filter(({ amount }) => amount !== 0);
      return { eventId: asId<'loanEvent'>(event.id), kind: event.kind, lines: moved };
    });
    return [...ofEvents, { eventId: null, kind: 'payoutSent', lines: payout }]
      .filter(({ lines }) => lines.length > 0)
      .map(({ eventId, kind, lines }) => {
        const id = newId<'journal'>();
        const of = { borrower_id: borrowerId, order_id: orderId, event_id: eventId };
        const rows = lines.map(({ account, amount }, index) => {
          return { ...of, journal_id: id, line_no: index + 1, account, amount };
        });
        return { journal: { ...of, id, brand: brand.id, kind, posted_on: today }, rows };
      });
  });
  await trx
    .insertInto('journal')
    .values(journals.map(({ journal }) => journal))
    .execute();
  await trx
    .insertInto('journal_line')
    .values(journals.flatMap(({ rows }) => rows))
    .execute();
}

/** Status, due day and tasks, as the engine has them today. */
async function refreshOrders(
  trx: Db,
  { brand, today, now }: CutOver,
  loans: readonly Arriving[],
): Promise<void> {
  const figures = loans.map(({ draft, borrowerId, orderId, stored }) => {
    const order = { terms: draft.terms, status: 'approved' as const, event_count: stored.length };
    return { borrower_id: borrowerId, id: orderId, ...storedFigures(order, stored, { today, now }) };
  });
  const orders = await storeFigures(trx, figures);
  await openTasks(
    trx,
    orders.filter(({ status }) => status === 'overdue').map((order) => lateTask(order, now)),
  );
  const byId = new Map(orders.map((order) => [order.id, order]));
  for (const { orderId, stored } of loans) {
    const order = byId.get(orderId);
    if (order && creditOf(order, stored, today) !== 0)
      await trackCredit(trx, order, stored, { brand, today, now });
  }
}
