import * as v from 'valibot';
import { Unavailable } from '../../platform/errors/rejection.ts';
import type { AskPaymongo } from './client.ts';
import { type PaymongoPayment, type PaymongoTransfer, paymentsSchema, transfersSchema } from './objects.ts';

const pageSize = 100;
const maxPages = 2_000;

interface List<Item> {
  readonly path: string;
  /** The name of the cursor parameter: `after` for payments, `after_id` for transfers. */
  readonly cursor: 'after' | 'after_id';
  readonly read: (body: unknown) => { has_more?: boolean | undefined; data: Item[] } | undefined;
  readonly createdAt: (item: Item) => Date;
}

/** Reads a list, newest first, back to a moment. Throws Unavailable if the list repeats itself or is in another order. */
async function* newestFirst<Item extends { id: string }>(
  ask: AskPaymongo,
  { path, cursor, read, createdAt }: List<Item>,
  from: Date,
): AsyncGenerator<Item> {
  const seen = new Set<string>();
  let cursorId: string | undefined;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const query = new URLSearchParams({
      limit: String(pageSize),
      ...(cursorId ? { [cursor]: cursorId } : {}),
    });
    const { status, body } = await ask(`${path}?${query}`);
    const parsed = read(body);
    if (status >= 400 || !parsed) throw new Unavailable(`paymongo answered ${status} to a statement`);
    const [first, last] = [parsed.data[0], parsed.data.at(-1)];
    if (!first || !last) return;
    if (createdAt(last) > createdAt(first))
      throw new Unavailable('paymongo’s statement is not sorted newest first');
    for (const item of parsed.data) {
      if (seen.has(item.id)) throw new Unavailable('paymongo’s statement repeats itself');
      seen.add(item.id);
      if (createdAt(item) < from) return;
      yield item;
    }
    if (!(parsed.has_more ?? parsed.data.length >= pageSize)) return;
    cursorId = last.id;
  }
  throw new Unavailable('paymongo’s statement does not end');
}

const read =
  <Schema extends v.GenericSchema>(schema: Schema) =>
  (body: unknown): v.InferOutput<Schema> | undefined => {
    const parsed = v.safeParse(schema, body);
    return parsed.success ? parsed.output : undefined;
  };
const payments: List<PaymongoPayment> = {
  path: '/v1/payments',
  cursor: 'after',
  read: read(paymentsSchema),
  createdAt: (payment) => payment.attributes.created_at,
};
const transfers: List<PaymongoTransfer> = {
  path: '/v2/transfers',
  cursor: 'after_id',
  read: read(transfersSchema),
  createdAt: (transfer) => transfer.created_at,
};

/** The account's payments since a moment, newest first. Throws Unavailable. */
export function paymentsSince(ask: AskPaymongo, from: Date): AsyncGenerator<PaymongoPayment> {
  return newestFirst(ask, payments, from);
}

/** The account's transfers since a moment, newest first. Throws Unavailable. */
export function transfersSince(ask: AskPaymongo, from: Date): AsyncGenerator<PaymongoTransfer> {
  return newestFirst(ask, transfers, from);
}
