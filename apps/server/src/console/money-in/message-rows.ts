import type { listMessages, ShownMessage } from '@hiram/contract/console/money-in';
import { allBrands } from '@hiram/contract/console/rights';
import type { BorrowerId, OrderId, PaymentCodeId } from '@hiram/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import * as v from 'valibot';
import { contradictionOf } from '../../lending/payments/payment-store.ts';
import { messageName, storedNotice } from '../../lending/review/waiting.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { notePlaces } from '../access/cells/merge-answers.ts';
import type { StaffHandler } from '../access/serve-staff.ts';

/** A message of a provider that waits, with the order that it is of. */
export interface WaitingMessage {
  readonly provider: string;
  readonly message_id: string;
  readonly outcome: string;
  readonly body: unknown;
  readonly received_at: Date;
  readonly order_id: OrderId | null;
  readonly borrower_id: BorrowerId | null;
  readonly brand: string | null;
  /** Our record of the payment or payout that it is about; that of a payment is shown in its own brand alone. */
  readonly our_state: string | null;
  readonly our_amount: number | null;
  readonly our_code: PaymentCodeId | null;
}

/**
 * Messages that wait, with the order that they name by a code or a payout; a reversal is of the order of its payment, whatever
 * code it names. One that names nothing of ours is shown in every brand: nobody knows whose it is.
 */
export async function waitingMessages(
  db: Db,
  brand: string,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<readonly WaitingMessage[]> {
  const ofBrand = brand === allBrands ? sql`` : sql`and coalesce(loan_order.brand, ${brand}) = ${brand}`;
  const isOurs = brand === allBrands ? sql`true` : sql`paid.brand = ${brand}`;
  const uuid = sql`case when body ->> 'reference' ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
    then (body ->> 'reference')::uuid end`;
  const { rows } = await sql<WaitingMessage>`
    select message.provider, message_id, outcome, body, message.received_at, loan_order.id as order_id,
      loan_order.borrower_id, loan_order.brand,
      coalesce(case when ${isOurs} then payment.state end, payout.state) as our_state,
      coalesce(case when ${isOurs} then payment.amount end, payout.amount) as our_amount,
      payment.code_id as our_code
    from provider_message message
    left join payment_code code on code.id = ${uuid} and body ->> 'kind' in ('payment', 'reversal')
    left join payout on payout.id = ${uuid} and body ->> 'kind' = 'payout'
    left join payment on payment.provider = message.provider
      and payment.provider_payment_id = coalesce(body ->> 'paymentId', body ->> 'subject')
    left join loan_order paid on paid.borrower_id = payment.borrower_id and paid.id = payment.order_id
    left join loan_order on loan_order.borrower_id = coalesce(
        case when body ->> 'kind' = 'reversal' then payment.borrower_id end, code.borrower_id, payout.borrower_id)
      and loan_order.id = coalesce(
        case when body ->> 'kind' = 'reversal' then payment.order_id end, code.order_id, payout.order_id)
    where outcome in ('unknown', 'contradicted') and message.settled_at is null
      and body ->> 'kind' in ('payment', 'reversal', 'payout', 'ignored') ${ofBrand} ${condition}
    order by message.received_at, message.provider, message_id limit ${limit}`.execute(db);
  return rows;
}

function saysOf(
  notice: v.InferOutput<typeof storedNotice>,
  { outcome, our_code: code_id, our_amount: amount }: WaitingMessage,
): string {
  if (notice.kind === 'payout') return notice.result;
  if (notice.kind === 'reversal') {
    if (outcome === 'unknown') return 'unknownCode';
    return amount === null
      ? 'noPayment'
      : (contradictionOf({ code_id, amount: Number(amount) }, notice) ?? '');
  }
  return notice.currency ?? '';
}

function amountOf(notice: v.InferOutput<typeof storedNotice>): number | undefined {
  if (notice.kind === 'payout') return undefined;
  return notice.kind === 'reversal' ? notice.paid?.amount : notice.amount;
}

function shownMessage(row: WaitingMessage): ShownMessage | undefined {
  const parsed = v.safeParse(storedNotice, row.body);
  if (!parsed.success) return undefined;
  const notice = parsed.output;
  const amount = amountOf(notice);
  return {
    messageId: messageName(row.provider, row.message_id),
    provider: row.provider,
    kind: notice.kind,
    about:
      notice.kind === 'payment' || notice.kind === 'reversal'
        ? notice.paymentId
        : notice.kind === 'payout'
          ? notice.reference
          : notice.subject,
    says: saysOf(notice, row),
    ...(amount === undefined ? {} : { amount }),
    ...(row.our_state === null || row.our_amount === null
      ? {}
      : { ours: { state: row.our_state, amount: Number(row.our_amount) } }),
    ...(row.order_id === null ? {} : { orderId: row.order_id }),
    receivedAt: row.received_at.toISOString(),
  };
}

/** A provider's message by its name `provider/id`. Undefined if it does not wait, or belongs to another brand. */
export async function messageNamed(db: Db, brand: string, name: string): Promise<WaitingMessage | undefined> {
  const separator = name.indexOf('/');
  const [provider, id] = [name.slice(0, separator), name.slice(separator + 1)];
  const condition = sql`and message.provider = ${provider} and message_id = ${id}`;
  return (await waitingMessages(db, brand, condition, 1))[0];
}

const pageSize = 50;

/** One page of the messages that wait. */
export const showMessages: StaffHandler<typeof listMessages> = async ({ outcome, after }, request) => {
  const { db, brand } = request;
  const condition = after
    ? sql`and outcome = ${outcome} and (message.received_at, message.provider || '/' || message_id) >
        (${new Date(after.receivedAt)}, ${after.messageId})`
    : sql`and outcome = ${outcome}`;
  const rows = await waitingMessages(db, brand, condition, pageSize + 1);
  const messages = rows.slice(0, pageSize).flatMap((row) => shownMessage(row) ?? []);
  notePlaces('messages', messages, ({ receivedAt, messageId }) => ({ key: [receivedAt, messageId] }));
  return { messages, isLast: rows.length <= pageSize };
};
