import type { LocalDate } from '@hiram/loan';
import { Broken, type Queries } from './books.ts';
import type { Provider } from './provider.ts';
import type { CapturedPayment } from './provider-state.ts';

/**
 * Checks the whole book: every journal balances, no borrower has two loans at once, every payment whose webhook was accepted
 * exists once, and the provider pays out only our payouts. `drained` is the day by which all webhooks were delivered: then
 * every payment of the provider exists with its amount and state. Throws Broken.
 */
export async function checkWholeBook(
  db: Queries,
  provider: Provider,
  drained: LocalDate | undefined,
): Promise<void> {
  // Read these before the database: a payment that is accepted later may be missing from the rows.
  const acknowledged = [...provider.acknowledged];
  const paidOut = [...provider.payouts.keys()];
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
  if (rowsById.size !== rows.length) throw new Broken('a payment exists twice');
  for (const id of acknowledged)
    if (!rowsById.has(id)) throw new Broken(`the acknowledged payment ${id} does not exist`);
  const sent = await db.query<{ id: string }>(`select id::text from payout where id::text = any($1)`, [
    paidOut,
  ]);
  if (sent.rows.length !== paidOut.length)
    throw new Broken(
      `the provider pays out ${paidOut.length - sent.rows.length} times without a payout of ours`,
    );
  if (!drained) return;
  const late = await db.query<{ id: string }>(
    `select body ->> 'paymentId' as id from provider_message
      where body ->> 'kind' = 'reversal' and outcome = 'contradicted' and settled_at is null`,
  );
  const waiting = new Set(late.rows.map(({ id }) => id));
  for (const taken of provider.payments.values())
    checkTaken(taken, rowsById.get(taken.paymentId), { today: drained, waiting });
}

function checkTaken(
  taken: CapturedPayment,
  row: { amount: string; state: string } | undefined,
  { today, waiting }: { readonly today: LocalDate; readonly waiting: ReadonlySet<string> },
): void {
  if (!row) throw new Broken(`the payment ${taken.paymentId} does not exist`);
  if (Number(row.amount) !== taken.amount)
    throw new Broken(`the payment ${taken.paymentId} has another amount`);
  // A reversal after its channel's window waits for a person, and the payment stays as it is until then.
  const isReversed = taken.reversedOn !== undefined && taken.reversedOn <= today;
  const isTaken = isReversed && !waiting.has(taken.paymentId);
  if ((row.state === 'reversed') !== isTaken)
    throw new Broken(
      `the payment ${taken.paymentId} is ${row.state}; the provider reversed it on ${taken.reversedOn}`,
    );
}
