import type { BorrowerId, OrderId } from '@hiram/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import { validate } from 'uuid';
import type { Db } from '../../platform/database/connection/connect.ts';

/** The rows whose entries are asked for. */
export type About =
  | { readonly kind: 'borrower'; readonly borrowerId: BorrowerId }
  /** Rows by their ids: an order with its payments, payouts and requests, or one row. */
  | { readonly kind: 'rows'; readonly ids: readonly string[] };

const shortReference = /^[0-9a-f]{4}-?[0-9a-f]{4}$/i;
const complaintReference = /^C\d{6}-[0-9A-Z]{6}(?:[0-9A-Z]{2})?$/;

/** The order and every row that belongs to it. */
async function rowsOfOrder(db: Db, orderId: OrderId, borrowerId: BorrowerId): Promise<About> {
  const ids = await sql<{ id: string }>`
    select id::text from payment where borrower_id = ${borrowerId} and order_id = ${orderId}
    union all select id::text from payout where borrower_id = ${borrowerId} and order_id = ${orderId}
    union all select id::text from payment_code where borrower_id = ${borrowerId} and order_id = ${orderId}
    union all select id::text from review where borrower_id = ${borrowerId} and order_id = ${orderId}
    union all select id::text from complaint where borrower_id = ${borrowerId} and order_id = ${orderId}
    union all select id::text from approval where subject_id = ${orderId}`.execute(db);
  return { kind: 'rows', ids: [orderId, ...ids.rows.map(({ id }) => id)] };
}

/** `brand` undefined: any. */
function inBrand(column: RawBuilder<unknown>, brand: string | undefined): RawBuilder<unknown> {
  return brand === undefined ? sql`true` : sql`${column} = ${brand}`;
}

async function orderOf(db: Db, matches: RawBuilder<unknown>, brand: string | undefined) {
  const { rows } = await sql<{ id: OrderId; borrower_id: BorrowerId }>`
    select o.id, o.borrower_id from loan_order o where ${matches} and ${inBrand(sql`o.brand`, brand)}
    limit 2`.execute(db);
  const [order] = rows;
  return order && rows.length === 1 ? rowsOfOrder(db, order.id, order.borrower_id) : undefined;
}

/** Reads what a person typed. Undefined if it names nothing of the brand, or several orders. `brand` undefined: any. */
export async function readAbout(
  db: Db,
  typed: string,
  brand: string | undefined,
): Promise<About | undefined> {
  const trimmed = typed.trim();
  if (validate(trimmed.toLowerCase())) {
    const id = trimmed.toLowerCase();
    const { rows } = await sql<{ id: BorrowerId }>`
      select b.id from borrower b where b.id = ${id} and ${inBrand(sql`b.brand`, brand)}`.execute(db);
    if (rows[0]) return { kind: 'borrower', borrowerId: rows[0].id };
    return (await orderOf(db, sql`o.id = ${id}`, brand)) ?? { kind: 'rows', ids: [id] };
  }
  if (shortReference.test(trimmed)) {
    const end = trimmed.replace('-', '').toLowerCase();
    return orderOf(db, sql`right(o.id::text, 8) = ${end}`, brand);
  }
  const reference = trimmed.toUpperCase();
  if (!complaintReference.test(reference)) return undefined;
  const { rows } = await sql<{ id: string }>`
    select c.id from complaint c join borrower b on b.id = c.borrower_id
    where c.reference = ${reference} and ${inBrand(sql`b.brand`, brand)}`.execute(db);
  return rows[0] && { kind: 'rows', ids: [rows[0].id] };
}
