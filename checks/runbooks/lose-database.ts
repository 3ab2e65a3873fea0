import { setTimeout as pause } from 'node:timers/promises';
import { Broken } from '../faults/simulator/books.ts';
import { postWebhook, signed } from '../faults/simulator/provider-webhooks.ts';
import type { Borrower, PayCode } from './borrower.ts';
import { documented } from './documented.ts';
import type { Lender } from './lender.ts';

const since = (began: number) => Math.round(performance.now() - began);

/** Whether the balancer has a server that is ready. It closes the connections of one that it marks down: that is a no. */
async function isReady(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/health/ready`).catch(() => undefined);
  return answer?.status === 200;
}

const restore = 'BACKUP_KEY=… DATABASE_OWNER_URL=… npm run hiram -- backups restore FILE';

/** Restores the backup `file` into the empty database of the settings. Returns the milliseconds. */
async function restoreInto(lender: Lender, file: string): Promise<number> {
  const [one] = lender.servers;
  const command = documented(restore, {
    'BACKUP_KEY=…': `BACKUP_KEY=${lender.backupKey}`,
    'DATABASE_OWNER_URL=…': 'DATABASE_OWNER_URL="$DATABASE_OWNER_URL"',
    FILE: file,
  });
  await one.run(`${command} --dry-run`);
  const began = performance.now();
  await one.run(command);
  return since(began);
}

/** The provider reports the newest payment again. Its code is unknown after the restore, so two persons post it to the order. */
async function postByHand(lender: Lender, orderId: string): Promise<void> {
  const [one] = lender.servers;
  const { provider, balancer } = lender;
  const payment = [...provider.payments.values()].at(-1);
  if (!payment) throw new Error('nothing was paid');
  const { paymentId, reference, amount, paidOn } = payment;
  const body = JSON.stringify({
    kind: 'payment',
    id: `again_${paymentId}`,
    reference,
    paymentId,
    amount,
    paidOn,
  });
  const status = await postWebhook(balancer.origin, body, signed(body, provider.webhookSecret));
  if (status !== 200) throw new Broken(`a payment that is reported again got ${status}`);
  const list = await one.run(`${documented('npm run hiram -- payments list')} --json`);
  const { waiting } = JSON.parse(list) as { waiting: { id?: string; reason: string }[] };
  const entry = waiting.find(({ id }) => id?.includes(paymentId));
  if (!entry?.id) throw new Broken(`the payment is not in the review queue: ${list}`);
  const post = documented('npm run hiram -- payments post ID --by NAME --second NAME', {
    ID: entry.id,
    'by NAME': "by 'Ana Cruz'",
    'second NAME': "second 'Ben Reyes'",
  });
  await one.run(`${post} --order ${orderId} --reason 'its code was lost with the database' --yes`);
}

interface Loss {
  /** The backup. */
  readonly file: string;
  readonly today: string;
  /** Both were paid after the backup. This one was issued before it, */
  readonly known: PayCode;
  /** and this one after it. */
  readonly unknown: PayCode;
}

/** Loses the database with its disk, and restores the backup into a new one. */
export async function loseDatabase(
  lender: Lender,
  borrower: Borrower,
  { file, today, known, unknown }: Loss,
): Promise<object> {
  const [one, two] = lender.servers;
  const { origin } = lender.balancer;
  const owedBefore = await borrower.owes();
  const began = performance.now();
  await lender.shared.database.remove();
  while (await isReady(origin)) {
    if (since(began) > 20_000) throw new Broken('servers without a database stay ready');
    await pause(100);
  }
  const noticedMs = since(began);
  lender.shared.database = await lender.newDatabase('runbooks-2');
  lender.writeSettings();
  const restoredMs = await restoreInto(lender, file);
  await one.run(documented('npm run hiram -- migrate'));
  for (const server of [one, two]) {
    await server.stop();
    await server.start();
  }
  const back = performance.now();
  while (!(await isReady(origin))) {
    if (since(back) > 20_000) throw new Broken('the balancer uses no server after the restore');
    await pause(100);
  }
  const downMs = since(began);
  await one.run(documented('npm run hiram -- ledger check'));
  const owes = async (cents: number) => {
    const owed = await borrower.owes();
    if (owed !== cents) throw new Broken(`after the restore ${owed} are owed, not ${cents}`);
  };
  await owes(owedBefore + known.amount + unknown.amount);
  // What was paid since the backup is on the provider's statement alone. Exit code 1: a difference is left.
  const reconcile = documented('npm run hiram -- statements reconcile --day DAY', { DAY: today });
  const found = await one.run(reconcile, 1);
  await owes(owedBefore + unknown.amount);
  await postByHand(lender, borrower.orderId);
  await owes(owedBefore);
  await one.run(documented('npm run hiram -- ledger check'));
  return { noticedMs, restoredMs, downMs, differences: found.trim().split('\n') };
}
