import { setTimeout as pause } from 'node:timers/promises';
import { Broken } from '../simulator/books.ts';
import type { Provider } from '../simulator/provider.ts';
import type { Acknowledged } from './load.ts';

type Queries = (text: string, values: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

/** Every acknowledged action stands in the database, once; the books balance. Throws Broken otherwise. */
export async function checkAcknowledged(ask: Queries, acknowledged: Acknowledged): Promise<void> {
  for (const [table, ids] of [
    ['loan_order', acknowledged.orders],
    ['complaint', acknowledged.complaints],
  ] as const) {
    const { rows } = await ask(`select id from ${table} where id = any($1)`, [[...ids]]);
    if (rows.length !== ids.size) throw new Broken(`${ids.size - rows.length} of ${table} are gone`);
  }
  const doubled = await ask(
    `select borrower_id from complaint group by borrower_id having count(*) > 1
     union all select borrower_id from loan_order where status <> 'overdue' group by borrower_id having count(*) > 1
     union all select borrower_id from picture group by borrower_id having count(*) > 1`,
    [],
  );
  // Everybody who applies or complains does so once.
  if (doubled.rows.length > 0) throw new Broken(`${doubled.rows.length} actions were done twice`);
}

/** A job that a killed server held is another's after half a minute, and one that failed is tried again after as long. */
const quietPatienceMs = 120_000;

/**
 * Waits until no work is left in the queues: then the provider has been asked to pay each withdrawal once, and each
 * application's text was handed over once. Throws Broken otherwise. Answers how long the work took.
 */
export async function checkDone(
  ask: Queries,
  acknowledged: Acknowledged,
  provider: Provider,
): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { rows } = await ask(
      `select name, count(*) from jobs.job where state in ('created', 'active', 'retry') group by name`,
      [],
    );
    if (rows.length === 0) break;
    if (performance.now() - began > quietPatienceMs)
      throw new Broken(`work is left undone: ${JSON.stringify(rows)}`);
    await pause(100);
  }
  const tookMs = performance.now() - began;
  const payouts = await ask(`select id, order_id, amount from payout where order_id = any($1)`, [
    [...acknowledged.withdrawals],
  ]);
  const paid = new Map(payouts.rows.map((row) => [row.order_id, row]));
  if (paid.size !== acknowledged.withdrawals.size || payouts.rows.length !== paid.size)
    throw new Broken(`${acknowledged.withdrawals.size} withdrawals, ${payouts.rows.length} payouts`);
  for (const { id, amount } of payouts.rows)
    if (provider.payouts.get(String(id))?.amount !== Number(amount))
      throw new Broken(`the payout ${id} was never asked of the provider, or in another amount`);
  if (provider.payouts.size !== paid.size)
    throw new Broken(`the provider pays ${provider.payouts.size} times, ${paid.size} are ours`);
  const { rows: texts } = await ask(`select id, state from sms`, []);
  for (const { id, state } of texts)
    if (state !== 'sent' || !provider.texts.has(String(id))) throw new Broken(`the text ${id} was not sent`);
  if (provider.texts.size !== texts.length || texts.length < acknowledged.orders.size)
    throw new Broken(`${texts.length} texts of ours, ${provider.texts.size} were sent`);
  return tookMs;
}
