import type { LocalDate } from '@hiram/loan';
import { Broken, type Queries } from './books.ts';
import type { Provider, TakenPayment } from './provider.ts';

/**
 * The whole book at once: every journal balances, nobody has two loans of their own, every payment whose message was taken is
 * there once, the provider pays out nothing that is not ours, and once all was told by the day `drained`, every true payment
 * is there as it truly stands.
 */
export async function checkWholeBook(
  db: Queries,
  provider: Provider,
  drained: LocalDate | undefined,
): Promise<void> {
  // Before the database is asked: what is taken meanwhile may be in it or not.
  const [acknowledged, paidOut] = [[...provider.acknowledged], [...provider.payouts.keys()]];
  const broken = await db.query(
    `select journal_id from journal_line group by journal_id having sum(amount) <> 0 or count(*) < 2`,
  );
  if (broken.rows.length > 0) throw new Broken(`${broken.rows.length} journals do not balance`);
  const twice = await db.query(
    `select borrower_id from loan_order
     where status in ('applied', 'approved', 'active', 'dueSoon', 'overdue') and reopened_at is null
     group by borrower_id having count(*) > 1`,
  );
  if (twice.rows.length > 0) throw new Broken(`${twice.rows.length} borrowers have two loans at once`);
  const { rows } = await db.query<{ id: string; amount: string; state: string }>(
    `select provider_payment_id as id, amount, state from payment where provider = 'gateway'`,
  );
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  if (rowsById.size !== rows.length) throw new Broken('a payment stands twice');
  for (const id of acknowledged)
    if (!rowsById.has(id)) throw new Broken(`the payment ${id} was taken and is lost`);
  const sent = await db.query<{ id: string }>(`select id::text from payout where id::text = any($1)`, [
    paidOut,
  ]);
  if (sent.rows.length !== paidOut.length)
    throw new Broken(`the provider pays ${paidOut.length - sent.rows.length} times for nobody`);
  if (!drained) return;
  for (const truth of provider.payments.values()) checkTaken(truth, rowsById.get(truth.paymentId), drained);
}

function checkTaken(
  truth: TakenPayment,
  row: { amount: string; state: string } | undefined,
  today: LocalDate,
): void {
  if (!row) throw new Broken(`the payment ${truth.paymentId} was lost`);
  if (Number(row.amount) !== truth.amount)
    throw new Broken(`the payment ${truth.paymentId} has another amount`);
  if ((row.state === 'reversed') !== (truth.reversedOn !== undefined && truth.reversedOn <= today))
    throw new Broken(`the payment ${truth.paymentId} is ${row.state}, taken back: ${truth.reversedOn}`);
}
