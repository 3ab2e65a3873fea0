import * as v from 'valibot';
import { Unavailable } from '../../platform/errors/rejection.ts';
import type { AskPaymongo } from './client.ts';
import { type PaymongoPayment, type PaymongoTransfer, paymentsSchema, transfersSchema } from './objects.ts';

const page = 100;
const maxPages = 2_000;

interface List<Item> {
  readonly path: string;
  /** What the cursor is called: `after` for payments, `after_id` for transfers. */
  readonly cursor: 'after' | 'after_id';
  readonly read: (body: unknown) => { has_more?: boolean | undefined; data: Item[] } | undefined;
  readonly made: (item: Item) => Date;
}

/** Follows a list of the newest first back to a moment. One that turns back or is in another order is not half believed: Unavailable. */
async function* newestFirst<Item extends { id: string }>(
  ask: AskPaymongo,
  { path, cursor, read, made }: List<Item>,
  from: Date,
): AsyncGenerator<Item> {
  const seen = new Set<string>();
  let after: string | undefined;
  for (let pages = 0; pages < maxPages; pages += 1) {
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
      if (made(item) < from) return;
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
const payments: List<PaymongoPayment> = {
  path: '/v1/payments',
  cursor: 'after',
  read: read(paymentsSchema),
  made: (payment) => payment.attributes.created_at,
};
const transfers: List<PaymongoTransfer> = {
  path: '/v2/transfers',
  cursor: 'after_id',
  read: read(transfersSchema),
  made: (transfer) => transfer.created_at,
};

/** The account's payments since a moment, the newest first. Throws Unavailable. */
export function paymentsSince(ask: AskPaymongo, from: Date): AsyncGenerator<PaymongoPayment> {
  return newestFirst(ask, payments, from);
}

/** The account's transfers since a moment, the newest first. Throws Unavailable. */
export function transfersSince(ask: AskPaymongo, from: Date): AsyncGenerator<PaymongoTransfer> {
  return newestFirst(ask, transfers, from);
}
