import { setTimeout as pause } from 'node:timers/promises';
import { Broken } from '../simulator/books.ts';
import type { Provider } from '../simulator/provider.ts';
import type { Acknowledged } from './load.ts';

type Queries = (text: string, values: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

/** Checks that every acknowledged action exists once in the database. Throws Broken. */
export async function checkAcknowledged(ask: Queries, acknowledged: Acknowledged): Promise<void> {
  for (const [table, ids] of [
    ['loan_order', acknowledged.orders],
    ['complaint', acknowledged.complaints],
  ] as const) {
    const { rows } = await ask(`select id from ${table} where id = any($1)`, [[...ids]]);
    if (rows.length !== ids.size)
      throw new Broken(`${ids.size - rows.length} acknowledged rows of ${table} do not exist`);
  }
  const doubled = await ask(
    `select borrower_id from complaint group by borrower_id having count(*) > 1
     union all select borrower_id from loan_order where status <> 'overdue' group by borrower_id having count(*) > 1
     union all select borrower_id from picture group by borrower_id having count(*) > 1`,
    [],
  );
  // In this load each borrower applies or complains once.
  if (doubled.rows.length > 0) throw new Broken(`${doubled.rows.length} actions were done twice`);
}

/** Another server takes a job of a killed server after half a minute. A failed job is retried after as long. */
const quietPatienceMs = 120_000;

/**
 * Waits until the queues are empty and no message is tried again, then checks that the provider has one
 * payout for each withdrawal and the texts that are ours. Throws Broken. Returns the milliseconds that the
 * queues needed.
 */
export async function checkDone(
  ask: Queries,
  acknowledged: Acknowledged,
  provider: Provider,
): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { rows } = await ask(
      `select name, count(*) from jobs.job where state in ('created', 'active', 'retry') group by name
       union all select 'message tried before', count(*) from notice where state = 'queued' and exists (
         select from delivery where delivery.borrower_id = notice.borrower_id and delivery.notice_id = notice.id) having count(*) > 0`,
      [],
    );
    if (rows.length === 0) break;
    if (performance.now() - began > quietPatienceMs)
      throw new Broken(`jobs are left in the queue: ${JSON.stringify(rows)}`);
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
      throw new Broken(`the payout ${id} is missing at the provider, or has another amount there`);
  if (provider.payouts.size !== paid.size)
    throw new Broken(`the provider has ${provider.payouts.size} payouts, ${paid.size} are ours`);
  const { rows: texts } = await ask(`select id, state from sms`, []);
  for (const { id, state } of texts)
    if (state !== 'sent' || !provider.texts.has(String(id))) throw new Broken(`the text ${id} was not sent`);
  // A provider that answered 500 or closed the connection may have the text; the message went on by another channel.
  const { rows: attempts } = await ask(`select id from delivery where channel = 'sms'`, []);
  const ours = new Set([...texts, ...attempts].map(({ id }) => String(id)));
  if ([...provider.texts].some((id) => !ours.has(id)) || texts.length < acknowledged.orders.size)
    throw new Broken(`${texts.length} text messages are ours, the provider sent ${provider.texts.size}`);
  return tookMs;
}

/** Checks that a picture can be read. Retries while the store or a server recovers. */
export async function canBeRead(url: URL): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(url);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.status === 200 && bytes.subarray(0, 2).toString('hex') === 'ffd8') return;
    if (![429, 502, 503].includes(answer.status) || tries > 200)
      throw new Broken(`an acknowledged picture is answered with ${answer.status}`);
    await pause(100);
  }
}
