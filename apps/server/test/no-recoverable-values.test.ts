import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bindCardFromOrder } from '@hiram/contract/bank';
import { certifySave } from '@hiram/contract/certify';
import { contactSave } from '@hiram/contract/device';
import { storedContracts } from '@hiram/contract/info';
import { loanDetails, withdraw } from '@hiram/contract/order';
import { sandboxPayout } from '@hiram/contract/sandbox';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readText, textHash } from '../src/lending/origination/agreements/agreed-text.ts';
import { writeBackup } from '../src/operations/backups/write-backup.ts';
import { signature } from '../src/providers/gateway/webhooks.ts';
import { folderFiles } from '../src/providers/ports/files.ts';
import { applyFor, certify, signIn } from './support/borrowers/sign-up.ts';
import { asOwner, ownerEndpoint } from './support/database/throwaway-cluster.ts';
import { everyColumn, notations, tracesOf } from './support/processes/leaks.ts';
import { type Hiram, startHiram } from './support/processes/running-server.ts';

const cluster = inject('cluster');
const lines: string[] = [];
let folder: string;
let hiram: Hiram;

/** Each value is unique. */
const secrets = {
  name: 'Perpetua Walangkaparis Magbanua',
  account: '09176543219',
  document: '735128469137',
  contactName: 'Kalapati Bughawan',
  contactPhone: '13912345678',
} as const;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hiram-leaks-'));
  lines.length = 0;
  const logTo = { write: (line: string) => void lines.push(line) };
  hiram = await startHiram(cluster, { LOG_LEVEL: 'trace' }, { logTo });
});
afterAll(() => hiram.stop());

const quotingReason = `Account 0917-654-3219 of ${secrets.name.toUpperCase()} is closed`;

function sendWebhook(body: string, secret: string) {
  const sign = signature(secret, Math.floor(Date.now() / 1000), body);
  return fetch(`${hiram.origin}/api/webhook/sandbox`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-sandbox-signature': sign },
    body,
  });
}

/**
 * Webhooks whose text quotes an encrypted value: about our payout, about an unknown one, and about neither.
 */
function webhookBodies(payoutId: string): string[] {
  const returned = { kind: 'payout', result: 'returned', on: '2026-01-01', reason: quotingReason };
  return [
    { ...returned, id: 'm-1', reference: payoutId },
    { ...returned, id: 'm-2', reference: randomUUID() },
    { kind: 'payment', account: secrets.account, holder: secrets.name },
  ].map((body) => JSON.stringify(body));
}

/** From certification to a returned payout, with a provider that quotes the account in all its messages. */
async function mainJob(): Promise<{ bodies: string[]; texts: string[] }> {
  const signedIn = await signIn(hiram);
  await certify(hiram, signedIn, { fullName: secrets.name, idNumber: secrets.document });
  const draft = { group: 'personal', values: { idNumber: secrets.document }, revision: 1, draft: 1 };
  await hiram.send(certifySave, draft, signedIn.context, { key: randomUUID() });
  const borrower = await applyFor(hiram, signedIn);
  await hiram.until(
    async () =>
      (await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context)).data.orderStatus,
    (status) => status === 151,
  );
  const bound = await hiram.send(
    bindCardFromOrder,
    {
      cardType: '2',
      walletCode: 'GXCHPHM2',
      walletNumber: secrets.account,
      holderName: secrets.name,
      product_id: borrower.productId,
    },
    borrower.context,
    { key: randomUUID() },
  );
  expect(bound.success, bound.message).toBe(true);
  const contact = { name: secrets.contactName, phone: secrets.contactPhone, relation: 'friend' };
  await hiram.send(contactSave, contact, borrower.context, { key: randomUUID() });
  expect((await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context)).success).toBe(true);
  const { list } = (await hiram.send(storedContracts, { orderId: borrower.orderId }, borrower.context)).data;
  for (const { viewUrl, pdfUrl } of list)
    for (const url of [viewUrl, pdfUrl]) expect((await fetch(hiram.origin + url)).status).toBe(200);
  const { db, cipher } = hiram.server.appContext;
  const payout = await hiram.until(
    () =>
      db
        .selectFrom('payout')
        .select(['id', 'state'])
        .where('order_id', '=', borrower.orderId)
        .executeTakeFirstOrThrow(),
    ({ state }) => state === 'paid',
  );
  const secret = cipher.sign('webhook');
  // The provider returns the payout, and gives the reason in its own words.
  const returnedPayout = await hiram.send(sandboxPayout, { orderId: borrower.orderId, result: 'returned' });
  expect(returnedPayout.success, returnedPayout.message).toBe(true);
  const bodies = webhookBodies(payout.id);
  for (const body of bodies) await sendWebhook(body, secret);
  await sendWebhook(bodies[2] ?? '', 'a wrong secret');
  const stored = await db
    .selectFrom('agreement')
    .select(['html_encrypted', 'sha256'])
    .where('order_id', '=', borrower.orderId)
    .execute();
  return { bodies, texts: stored.map((row) => readText(hiram.server.appContext, 'spec', row)) };
}

/** Files below a folder, each as its bytes in a character set in which a search finds text. */
function filesBelow(path: string): [string, string][] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const name = join(entry.parentPath, entry.name);
      return [`file ${entry.name}`, readFileSync(name).toString('latin1')];
    });
}

test('NET-06 no stored or sent text holds an encrypted value or a digest of one [T092]', async () => {
  const { bodies, texts } = await mainJob();
  expect(texts).toHaveLength(2);
  for (const text of texts) expect(text).toContain(secrets.name);
  const values: [string, string][] = [
    ...Object.entries(secrets).flatMap(([what, value]) =>
      [...notations(value), value.toUpperCase()].map((notation): [string, string] => [what, notation]),
    ),
    ...bodies.map((body): [string, string] => ['a webhook’s body', body]),
    ...texts.map((text): [string, string] => ['a contract’s text', text]),
  ];
  const backup = join(folder, 'plain.backup');
  const files = folderFiles(join(hiram.server.appContext.config.dataDir, 'files'));
  await writeBackup({
    owner: ownerEndpoint(cluster, hiram.database),
    file: backup,
    passphrase: undefined,
    files,
  });
  const stored = filesBelow(join(hiram.server.appContext.config.dataDir, 'files'));
  expect(stored.length).toBeGreaterThanOrEqual(2);
  const places = new Map([
    ...(await asOwner(cluster, hiram.database, everyColumn)),
    ...stored,
    ...filesBelow(folder),
    ['the log', lines.join('')],
  ]);
  expect(lines.length).toBeGreaterThan(20);
  const found: string[] = [];
  for (const [what, value] of values)
    for (const [how, trace] of tracesOf(value))
      for (const [place, storedValue] of places)
        if (storedValue.includes(trace) || storedValue.includes(trace.toUpperCase()))
          found.push(`${what} ${how} in ${place}`);
  expect(found).toEqual([]);
  // The search looked in the right places: the messages are stored, one of them is rejected, and the text has
  // its digest.
  const { db } = hiram.server.appContext;
  const messages = await db
    .selectFrom('provider_message')
    .select('body')
    .where('message_id', 'in', ['m-1', 'm-2'])
    .execute();
  expect(messages).toHaveLength(2);
  const refused = await db.selectFrom('rejected_message').select('last_digest').execute();
  expect(refused.map((row) => row.last_digest.length)).toEqual([32, 32]);
});

test('a stored contract shows the SHA-256 that its borrower knows and cannot be replaced by another text', async () => {
  const borrower = await hiram.borrower({ state: '170' });
  const { list } = (await hiram.send(storedContracts, { orderId: borrower.orderId }, borrower.context)).data;
  const { appContext } = hiram.server;
  const rows = await appContext.db
    .selectFrom('agreement')
    .select(['id', 'html_encrypted', 'sha256'])
    .where('order_id', '=', borrower.orderId)
    .orderBy('position')
    .execute();
  expect(list.map((item) => item.sha256)).toEqual(
    rows.map((row) => textHash(readText(appContext, 'spec', row))),
  );
  const [first, second] = rows;
  if (!first || !second) throw new Error('two contracts are kept');
  expect(() => readText(appContext, 'spec', { ...first, html_encrypted: second.html_encrypted })).toThrow(
    'differs from the agreed text',
  );
  expect(() => readText(appContext, 'ph', first)).toThrow('differs from the agreed text');
  // The server's login can change none of it; the owner's can change only the key that encrypts it.
  await expect(
    sql`update agreement set html_encrypted = '' where id = ${first.id}`.execute(appContext.db),
  ).rejects.toThrow('permission denied');
  await expect(
    sql`update agreement set title = 'x' where id = ${first.id}`.execute(hiram.owner),
  ).rejects.toThrow('append-only');
  await expect(
    sql`update agreement set html_encrypted = null where id = ${first.id}`.execute(hiram.owner),
  ).rejects.toThrow('append-only');
});
