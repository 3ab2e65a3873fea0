import { asId, type BorrowerId, type LoanImportId, type OrderId } from '@hiram/contract/ids';
import { type LoanEvent, type LocalDate, position } from '@hiram/loan';
import { sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';
import { newInviteCode } from '../../features/promotion/open-account.ts';
import { maskedPhone } from '../../lending/borrowers/masked.ts';
import { reserveNumber } from '../../lending/borrowers/reserve-number.ts';
import {
  lateTask,
  plannedPostings,
  storedFigures,
  storeFigures,
  trackCredit,
} from '../../lending/loans/append-event.ts';
import { creditOf, engineEvents, type StoredEvent } from '../../lending/loans/order-store.ts';
import type { StoredProduct } from '../../lending/origination/products.ts';
import { openTasks } from '../../lending/tasks.ts';
import { startOfDay } from '../../platform/clock/clock.ts';
import type { FieldCipher } from '../../platform/crypto/field-cipher.ts';
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
  readonly cipher: FieldCipher;
  readonly appContext: AppContext;
  readonly today: LocalDate;
  readonly now: Date;
  progress(line: string): void;
}

/** A staged loan that becomes an order. */
interface Arriving {
  readonly reference: string;
  readonly draft: LoanDraft;
  readonly orderId: OrderId;
  readonly stored: readonly StoredEvent[];
}

/**
 * Makes loans of what is staged, in batches, each in one transaction. It may be interrupted and repeated. Returns the loans that are
 * left because their borrower has a running loan here.
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
    const loans = rows.flatMap(({ reference, data_encrypted }) =>
      data_encrypted === null
        ? []
        : [arriving(reference, JSON.parse(cutOver.cipher.decrypt(data_encrypted)))],
    );
    left.push(...(await inTransaction(db, (trx) => cutOverBatch(trx, cutOver, loans))));
    done += rows.length;
    cutOver.progress(`${done} loans cut over`);
  }
}

function arriving(reference: string, draft: LoanDraft): Arriving {
  const events = eventsOf(draft, () => newId());
  return { reference, draft, orderId: newId(), stored: events.map((event) => ({ event, provider })) };
}

async function cutOverBatch(trx: Db, cutOver: CutOver, all: readonly Arriving[]): Promise<readonly string[]> {
  const borrowers = await borrowersOf(trx, cutOver, all);
  const idOf = ({ draft }: Arriving): BorrowerId => {
    const id = borrowers.get(draft.phone);
    if (!id) throw new Error('the borrower was just added');
    return id;
  };
  const busy = await trx
    .selectFrom('loan_order')
    .select('borrower_id')
    .where('borrower_id', 'in', [...borrowers.values()])
    .where('status', 'in', ['applied', 'approved', 'active', 'dueSoon', 'overdue'])
    .execute();
  const isBusy = new Set<string>(busy.map(({ borrower_id }) => borrower_id));
  const isLeft = (loan: Arriving) => isBusy.has(idOf(loan)) && !isSettled(loan, cutOver.today);
  const loans = all.filter((loan) => !isLeft(loan));
  if (loans.length > 0) {
    await insertOrders(trx, cutOver, loans, idOf);
    await insertEvents(trx, cutOver, loans, idOf);
    await postOpenings(trx, cutOver, loans, idOf);
    await refreshOrders(trx, cutOver, loans, idOf);
    const made = loans.map((loan) => ({
      reference: loan.reference,
      borrower: idOf(loan),
      order: loan.orderId,
    }));
    await sql`update imported_loan set borrower_id = made.borrower, order_id = made."order", data_encrypted = null
      from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as made (reference text, borrower uuid, "order" uuid)
      where import_id = ${cutOver.id} and imported_loan.reference = made.reference`.execute(trx);
  }
  return all.filter(isLeft).map(({ reference }) => reference);
}

const isSettled = ({ draft, stored }: Arriving, today: LocalDate) =>
  position(draft.terms, engineEvents(stored), today).status === 'settled';

/** The borrower of each number. New ones get an account, with their name, as if they had signed in once. */
async function borrowersOf(
  trx: Db,
  { brand, cipher, appContext, now }: CutOver,
  loans: readonly Arriving[],
): Promise<ReadonlyMap<string, BorrowerId>> {
  const names = new Map(loans.map(({ draft }) => [draft.phone, draft.name]));
  for (const phone of names.keys())
    if (!(await reserveNumber(trx, appContext, brand.id, phone)))
      throw new ConfigError(
        `the number ${maskedPhone(phone)} has its account in another cell: import its loan there`,
      );
  const added = await trx
    .insertInto('borrower')
    .values(
      [...names.keys()].map((phone) => ({
        id: newId<'borrower'>(),
        brand: brand.id,
        phone,
        invite_code: newInviteCode(),
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['brand', 'phone']).doNothing())
    .returning(['id', 'phone'])
    .execute();
  const profiles = added.map(({ id, phone }) => ({
    borrower_id: id,
    data_group: 'public' as const,
    encrypted: cipher.encrypt(JSON.stringify({ fullName: names.get(phone) })),
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
  return new Map(rows.map(({ id, phone }) => [phone, id]));
}

type IdOf = (loan: Arriving) => BorrowerId;

async function insertOrders(
  trx: Db,
  { brand, products }: CutOver,
  loans: readonly Arriving[],
  idOf: IdOf,
): Promise<void> {
  await trx
    .insertInto('loan_order')
    .values(
      loans.map((loan) => {
        const { draft, orderId, stored } = loan;
        const product = products.get(draft.productCode);
        if (!product) throw new Error(`the brand has no product ${draft.productCode} any more`);
        return {
          borrower_id: idOf(loan),
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
      }),
    )
    .execute();
  await sql`update loan_order set status = 'approved', decided_at = applied_at, decided_on = applied_on,
    decision = '{"approved": true, "outcome": "approve", "reasons": []}', withdrawn_at = applied_at, credit_by = applied_on
    where id = any(${loans.map(({ orderId }) => orderId)}::uuid[])`.execute(trx);
}

async function insertEvents(
  trx: Db,
  { brand, now, today }: CutOver,
  loans: readonly Arriving[],
  idOf: IdOf,
): Promise<void> {
  const events = loans.flatMap((loan) =>
    loan.stored.map(({ event }) => {
      const { id, seq, kind, valueDate, ...fields } = event;
      return {
        borrower_id: idOf(loan),
        order_id: loan.orderId,
        seq,
        id: asId<'loanEvent'>(id),
        kind,
        value_date: valueDate,
        arrived_at: now,
        body: JSON.stringify({ ...fields, provider }),
      };
    }),
  );
  const payments = loans.flatMap((loan) =>
    loan.stored.flatMap(({ event }, index) => {
      if (event.kind !== 'paid') return [];
      const reference = referenceOf(loan.draft, index);
      return {
        borrower_id: idOf(loan),
        id: asId<'payment'>(event.id),
        order_id: loan.orderId,
        provider,
        provider_payment_id: `${brand.id}/${loan.reference}/${reference}`,
        amount: event.amount,
        paid_on: event.valueDate,
        confirmed_on: today,
        state: 'posted' as const,
        received_at: now,
      };
    }),
  );
  if (payments.length > 0) await trx.insertInto('payment').values(payments).execute();
  await trx.insertInto('loan_event').values(events).execute();
}

/** The reference of the payment of an event, by its place among the events. */
function referenceOf({ payments }: LoanDraft, place: number): string {
  const inOrder = payments.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  return inOrder[place - 1]?.reference ?? String(place);
}

/** Posts each loan's ledger. What the former system lent and received stands against `cash:opening`. */
async function postOpenings(
  trx: Db,
  { brand, today }: CutOver,
  loans: readonly Arriving[],
  idOf: IdOf,
): Promise<void> {
  const journals = loans.flatMap((loan) => {
    const { draft, stored, orderId } = loan;
    const base = { borrower_id: idOf(loan), order_id: orderId };
    const net = draft.terms.principal - draft.terms.fee;
    const payout = {
      ...base,
      event: undefined,
      kind: 'payoutSent',
      lines: [
        { account: 'clearing:payout', amount: net },
        { account: `cash:${provider}`, amount: -net },
      ],
    };
    const ofEvents = plannedPostings(draft, stored, new Map(), today).map(({ event, lines }) => ({
      ...base,
      event: event as LoanEvent | undefined,
      kind: event.kind as string,
      lines: lines
        .filter(({ amount }) => amount !== 0)
        .map(({ account, amount }) => ({ account: account as string, amount })),
    }));
    return [...ofEvents, payout]
      .filter(({ lines }) => lines.length > 0)
      .map((journal) => ({ ...journal, id: newId<'journal'>() }));
  });
  await trx
    .insertInto('journal')
    .values(
      journals.map(({ id, borrower_id, order_id, event, kind }) => ({
        id,
        borrower_id,
        order_id,
        brand: brand.id,
        event_id: event ? asId<'loanEvent'>(event.id) : null,
        kind,
        posted_on: today,
      })),
    )
    .execute();
  const lines = journals.flatMap(({ id, borrower_id, order_id, event, lines: own }) =>
    own.map((line, index) => ({
      journal_id: id,
      line_no: index + 1,
      borrower_id,
      order_id,
      event_id: event ? asId<'loanEvent'>(event.id) : null,
      ...line,
    })),
  );
  await trx.insertInto('journal_line').values(lines).execute();
}

/** Status, due day and tasks, as the engine has them today. */
async function refreshOrders(
  trx: Db,
  { brand, today, now }: CutOver,
  loans: readonly Arriving[],
  idOf: IdOf,
): Promise<void> {
  const figures = loans.map((loan) => ({
    borrower_id: idOf(loan),
    id: loan.orderId,
    ...storedFigures(
      { terms: loan.draft.terms, status: 'approved', event_count: loan.stored.length },
      loan.stored,
      { today, now },
    ),
  }));
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
