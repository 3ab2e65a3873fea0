import type { OrderStatus } from '@hiram/contract/order-status';
import type { LoanEvent, Terms } from '@hiram/loan';
import type pg from 'pg';

/** A pool, or one connection of it. */
export type Queries = Pick<pg.ClientBase, 'query'>;

/** An invariant is violated. It ends the run. */
export class Broken extends Error {}

export interface OrderRow {
  readonly id: string;
  readonly borrower_id: string;
  readonly brand: string;
  readonly status: OrderStatus;
  readonly terms: Terms;
  readonly client_kind: 'new' | 'repeat';
  readonly disbursed_on: string | null;
}

/** The rows of one order in the database. */
export interface Books {
  readonly order: OrderRow;
  readonly events: readonly LoanEvent[];
  /** Account → cents, debit positive. */
  readonly balances: ReadonlyMap<string, number>;
  readonly payments: readonly {
    provider_payment_id: string;
    amount: string;
    state: string;
    paid_on: string;
  }[];
  readonly payouts: readonly { id: string; state: string; amount: string }[];
}

/** Reads the rows of these orders with five queries, whatever their number. */
export async function readBooks(db: Queries, orderIds: readonly string[]): Promise<Books[]> {
  const select = async <Row extends object>(text: string) => (await db.query(text, [orderIds])).rows as Row[];
  const orders = await select<OrderRow>(
    `select id, borrower_id, brand, status, terms, client_kind, disbursed_on::text from loan_order where id = any($1)`,
  );
  const events = await select<{ order_id: string; body: LoanEvent }>(
    `select order_id, id, seq, kind, value_date::text as "valueDate", body from loan_event where order_id = any($1) order by seq`,
  );
  const lines = await select<{ order_id: string; account: string; amount: string }>(
    `select order_id, account, sum(amount) as amount from journal_line where order_id = any($1) group by order_id, account`,
  );
  const payments = await select<Books['payments'][number] & { order_id: string }>(
    `select order_id, provider_payment_id, amount, state, paid_on::text from payment where order_id = any($1)`,
  );
  const payouts = await select<Books['payouts'][number] & { order_id: string }>(
    `select order_id, id, state, amount from payout where order_id = any($1)`,
  );
  const of = <Row extends { order_id: string }>(rows: readonly Row[], id: string) =>
    rows.filter((row) => row.order_id === id);
  return orders.map((order) => ({
    order,
    events: of(events, order.id).map(({ order_id, body, ...event }) => ({ ...body, ...event })),
    balances: new Map(of(lines, order.id).map((line) => [line.account, Number(line.amount)])),
    payments: of(payments, order.id),
    payouts: of(payouts, order.id),
  }));
}
