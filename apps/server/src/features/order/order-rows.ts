import type { loanDetails } from '@hiram/contract/order';
import type { LocalDate } from '@hiram/loan';
import type { ReadWithSession } from '../../api/serve.ts';
import { type Order, type StoredEvent, storedEvent } from '../../lending/loans/order-store.ts';
import type { ProductRow } from '../../lending/origination/products.ts';
import type { ArrivedPayout } from '../../lending/payments/history/milestones.ts';
import { maxPayments, type PaymentRow } from '../../lending/payments/history/payment-history.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { readPlanned } from '../../platform/database/statements/statements.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';

type EventRow = Parameters<typeof storedEvent>[0];

/** A row as JSON: its times are texts. */
type Json<Row> = { readonly [Name in keyof Row]: Row[Name] extends Date ? string : Row[Name] };

/** The columns of the order itself; `id` is null if the borrower has no such order. */
interface RawRow extends Omit<Order, 'id'> {
  readonly id: Order['id'] | null;
  readonly page_product: Omit<ProductRow, 'created_at' | 'withdrawn_at'> & {
    readonly created_at: string;
    readonly withdrawn_at: string | null;
  };
  readonly page_events: readonly EventRow[] | null;
  readonly page_held: readonly { readonly order_id: string; readonly amount: number }[] | null;
  readonly page_payments: readonly Json<PaymentRow>[] | null;
  readonly page_payout: Json<ArrivedPayout> | null;
  readonly page_remind_on: string | null;
  readonly page_arrangement: OpenArrangement | null;
  readonly page_promise: OpenPromise | null;
}

/** A request or a proposal to pay in parts that is not closed. */
interface OpenArrangement {
  readonly state: 'requested' | 'proposed';
  readonly days: readonly LocalDate[];
  readonly valid_through: string | null;
}

/** A borrower's promise to pay: the amount in cents, and the day. */
interface OpenPromise {
  readonly amount: number;
  readonly due_on: string;
}

/** All rows of an order's page but those of an order before its payout. */
export interface OrderRows {
  readonly order: Order;
  readonly product: ProductRow;
  readonly events: readonly StoredEvent[];
  /** Cents of held payments, by order id. */
  readonly held: ReadonlyMap<string, number>;
  /** Newest first. */
  readonly payments: readonly PaymentRow[];
  readonly payout: ArrivedPayout | undefined;
  /** The day of the reminder that the borrower asked for. */
  readonly remindOn: string | undefined;
  readonly arrangement: OpenArrangement | undefined;
  /** The promise whose day comes first. */
  readonly promise: OpenPromise | undefined;
}

const columns = `loan_order.*, to_json(product) as page_product,
  case when event_count > 0 then (
    select json_agg(json_build_object('id', id, 'seq', seq, 'kind', kind, 'value_date', value_date, 'body', body) order by seq)
    from every_loan_event event where event.borrower_id = loan_order.borrower_id and event.order_id = loan_order.id
  ) end as page_events,
  (select json_agg(sums) from (
    select order_id, sum(amount)::bigint as amount from payment
    where payment.borrower_id = loan_order.borrower_id and state = 'held' group by order_id
  ) sums) as page_held,
  (select json_agg(past) from (
    select payment.id, payment.code_id, payment.amount, payment.paid_on, payment.received_at, payment.state, payment_code.channel
    from payment
    left join payment_code on payment_code.id = payment.code_id and payment_code.borrower_id = payment.borrower_id
    where payment.borrower_id = loan_order.borrower_id and payment.order_id = loan_order.id
      and payment.state in ('posted', 'held', 'reversed')
    order by payment.received_at desc limit ${maxPayments}
  ) past) as page_payments,
  (select to_json(paid) from (
    select payout.id, payout.amount, payout.settled_at, payout.settled_on, bank_account.institution, bank_account.number_tail
    from payout
    join bank_account on bank_account.id = payout.account_id and bank_account.borrower_id = payout.borrower_id
    where payout.borrower_id = loan_order.borrower_id and payout.order_id = loan_order.id and payout.state = 'paid' limit 1
  ) paid) as page_payout,
  (select remind_on::text from payment_reminder
    where payment_reminder.borrower_id = loan_order.borrower_id and payment_reminder.order_id = loan_order.id
  ) as page_remind_on,
  (select json_build_object('state', state, 'days', days, 'valid_through', valid_through) from arrangement
    where arrangement.borrower_id = loan_order.borrower_id and arrangement.order_id = loan_order.id and closed_at is null
  ) as page_arrangement,
  (select json_build_object('amount', amount, 'due_on', due_on) from payment_promise
    where payment_promise.borrower_id = loan_order.borrower_id and payment_promise.order_id = loan_order.id and state = 'open'
    order by due_on limit 1
  ) as page_promise`;
const joins = `left join loan_order on loan_order.borrower_id = session.borrower_id and loan_order.id = $2
  left join product on product.id = loan_order.product_id`;

/** The order of a session's borrower, read with the session. */
export const orderOfSession: ReadWithSession<typeof loanDetails> = {
  name: 'session and order',
  columns,
  joins,
  values: ({ orderId }) => [knownId(orderId)],
};

const ofBorrower = {
  name: 'order of borrower',
  text: `select ${columns} from (select $1::uuid as borrower_id) session ${joins}`.replace(/\s+/g, ' '),
};

/** The rows of a borrower's order. Throws NotFound for another borrower's. */
export async function readOrderRows(
  db: Db,
  borrowerId: Order['borrower_id'],
  orderId: Order['id'],
): Promise<OrderRows> {
  const [row] = await readPlanned<RawRow>(db, ofBorrower, [borrowerId, knownId(orderId)]);
  return orderRows(row);
}

/** Throws NotFound if the borrower has no such order. */
export function orderRows(row: RawRow | undefined): OrderRows {
  if (!row || row.id === null) throw new NotFound('order');
  const { page_product, page_events, page_held, page_payments, page_payout, ...rest } = row;
  const { page_remind_on, page_arrangement, page_promise, ...order } = rest;
  const { created_at, withdrawn_at } = page_product;
  return {
    order: { ...order, id: row.id },
    product: {
      ...page_product,
      created_at: new Date(created_at),
      withdrawn_at: withdrawn_at === null ? null : new Date(withdrawn_at),
    },
    events: (page_events ?? []).map(storedEvent),
    held: new Map((page_held ?? []).map(({ order_id, amount }) => [order_id, amount])),
    payments: (page_payments ?? []).map((payment) => ({
      ...payment,
      received_at: new Date(payment.received_at),
    })),
    payout: page_payout ? { ...page_payout, settled_at: new Date(page_payout.settled_at) } : undefined,
    remindOn: page_remind_on ?? undefined,
    arrangement: page_arrangement ?? undefined,
    promise: page_promise ?? undefined,
  };
}
