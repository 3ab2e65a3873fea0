import * as v from 'valibot';
import { Unavailable } from '../../http/refuse.ts';
import type { StatementEntry, StatementPort } from '../statement.ts';
import { type AskPaymongo, longReference } from './client.ts';
import {
  type PaymongoPayment,
  type PaymongoTransfer,
  paymentsSchema,
  referenceIn,
  transfersSchema,
} from './objects.ts';
import { readPaymongoPayment } from './read-payment.ts';
import { standingOf } from './transfers.ts';

const page = 100;
const mostPages = 2_000;

/** What came, or came and was given back. */
const isMoney = (status: string) => ['paid', 'refunded', 'partially_refunded'].includes(status);

interface List<Item> {
  readonly path: string;
  /** What the cursor is called: `after` for payments, `after_id` for transfers. */
  readonly cursor: 'after' | 'after_id';
  readonly read: (body: unknown) => { has_more?: boolean | undefined; data: Item[] } | undefined;
  readonly made: (item: Item) => Date;
}

/**
 * What the account's payments and transfers report between two moments: lists of the newest first, followed back to `from`.
 * A list that turns back or is in another order is not half believed: Unavailable.
 */
export function paymongoStatement(ask: AskPaymongo): StatementPort {
  async function* list<Item extends { id: string }>({
    path,
    cursor,
    read,
    made,
  }: List<Item>): AsyncGenerator<Item> {
    const seen = new Set<string>();
    let after: string | undefined;
    for (let pages = 0; pages < mostPages; pages += 1) {
      const query = new URLSearchParams({ limit: String(page), ...(after ? { [cursor]: after } : {}) });
      const { status, body } = await ask(`${path}?${query}`);
      const found = read(body);
      if (status >= 400 || !found) throw new Unavailable(`paymongo answered ${status} to a statement`);
      const [first, last] = [found.data[0], found.data.at(-1)];
      if (!first || !last) return;
      if (made(last) > made(first)) throw new Unavailable('paymongo’s statement is not the newest first');
      for (const item of found.data) {
        if (seen.has(item.id)) throw new Unavailable('paymongo’s statement repeats itself');
        seen.add(item.id);
        yield item;
      }
      if (!(found.has_more ?? found.data.length >= page)) return;
      after = last.id;
    }
    throw new Unavailable('paymongo’s statement does not end');
  }
  const read =
    <Schema extends v.GenericSchema>(schema: Schema) =>
    (body: unknown): v.InferOutput<Schema> | undefined => {
      const found = v.safeParse(schema, body);
      return found.success ? found.output : undefined;
    };
  const payments = {
    path: '/v1/payments',
    cursor: 'after',
    read: read(paymentsSchema),
    made: (payment: PaymongoPayment) => payment.attributes.created_at,
  } as const;
  const transfers = {
    path: '/v2/transfers',
    cursor: 'after_id',
    read: read(transfersSchema),
    made: (transfer: PaymongoTransfer) => transfer.created_at,
  } as const;
  return {
    name: 'paymongo',
    payment: (paymentId) => readPaymongoPayment(ask, paymentId),
    async entries({ from, to }) {
      const entries: StatementEntry[] = [];
      for await (const { id, attributes } of list(payments)) {
        if (attributes.created_at < from) break;
        if (attributes.created_at >= to || !isMoney(attributes.status)) continue;
        const at = attributes.paid_at ?? attributes.created_at;
        entries.push({
          kind: 'payment',
          paymentId: id,
          reference: referenceIn(attributes.metadata),
          amount: attributes.amount,
          state: attributes.status === 'refunded' ? 'reversed' : 'paid',
          at,
        });
        if (attributes.status === 'partially_refunded')
          for (const refund of attributes.refunds ?? [])
            if (refund.attributes.status === 'succeeded')
              entries.push({ kind: 'refund', refundId: refund.id, amount: refund.attributes.amount, at });
      }
      for await (const transfer of list(transfers)) {
        if (transfer.created_at < from) break;
        if (transfer.created_at >= to) continue;
        const { state } = standingOf(transfer);
        entries.push({
          kind: 'payout',
          providerReference: transfer.id,
          reference: longReference(transfer.reference_number),
          amount: transfer.amount,
          state: state === 'unknown' ? 'pending' : state,
          at: transfer.created_at,
        });
      }
      return entries;
    },
  };
}
