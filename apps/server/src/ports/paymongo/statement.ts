import * as v from 'valibot';
import { Unavailable } from '../../http/refuse.ts';
import type { StatementEntry, StatementPort } from '../statement.ts';
import { type AskPaymongo, longReference } from './client.ts';
import { paymentsSchema, referenceIn, transfersSchema } from './objects.ts';
import { standingOf } from './transfers.ts';

const page = 100;
const mostPages = 2_000;

/** What the account's payments and transfers report between two moments: lists of the newest first, followed back to `from`. */
export function paymongoStatement(ask: AskPaymongo): StatementPort {
  async function* list<Item extends { id: string }>(
    path: string,
    read: (body: unknown) => { has_more: boolean; data: Item[] } | undefined,
  ): AsyncGenerator<Item> {
    let after: string | undefined;
    for (let pages = 0; pages < mostPages; pages += 1) {
      const query = new URLSearchParams({ limit: String(page), ...(after ? { after } : {}) });
      const { status, body } = await ask(`${path}?${query}`);
      const found = read(body);
      if (status >= 400 || !found) throw new Unavailable(`paymongo answered ${status} to a statement`);
      yield* found.data;
      after = found.data.at(-1)?.id;
      if (!found.has_more || after === undefined) return;
    }
    throw new Unavailable('paymongo’s statement does not end');
  }
  const read =
    <Schema extends v.GenericSchema>(schema: Schema) =>
    (body: unknown): v.InferOutput<Schema> | undefined => {
      const found = v.safeParse(schema, body);
      return found.success ? found.output : undefined;
    };
  return {
    name: 'paymongo',
    async entries(from, to) {
      const entries: StatementEntry[] = [];
      for await (const { id, attributes } of list('/v1/payments', read(paymentsSchema))) {
        if (attributes.created_at < from) break;
        if (attributes.created_at >= to || attributes.status !== 'paid') continue;
        entries.push({
          kind: 'payment',
          paymentId: id,
          reference: referenceIn(attributes.metadata),
          ...(attributes.payment_intent_id ? { code: attributes.payment_intent_id } : {}),
          amount: attributes.amount,
          at: attributes.paid_at ?? attributes.created_at,
        });
      }
      for await (const transfer of list('/v2/transfers', read(transfersSchema))) {
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
