import { createCipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bindCardFromOrder } from '@hiram/contract/bank';
import { uploadProblemImg } from '@hiram/contract/complaint';
import { contactList, contactSave } from '@hiram/contract/device';
import { loanDetails, withdraw } from '@hiram/contract/order';
import * as fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, expect, inject, test } from 'vitest';
import { asOwner, createDatabase, dropDatabase } from '../../../test/support/database/throwaway-cluster.ts';
import { runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import { startHiram } from '../../../test/support/processes/running-server.ts';
import { dataKey } from '../../context/config.ts';
import { encryptedColumns } from '../../platform/crypto/encrypted-columns.ts';
import { createFieldCipher } from '../../platform/crypto/field-cipher.ts';
import { fixedSecret } from '../../platform/crypto/secrets.ts';
import { ConfigError } from '../../platform/errors/config-error.ts';
import type { Finding } from '../doctor/finding.ts';
import { countUnrotated, rotateKeys } from './rotate-keys.ts';

const [older, newer] = ['ab'.repeat(32), 'cd'.repeat(32)];
const folders: string[] = [];
afterAll(async () => {
  for (const name of folders) await dropDatabase(inject('cluster'), name);
});

test('a value decrypts with any key of the list, and with none after one bit changed [T165]', () => {
  const before = createFieldCipher(fixedSecret(older));
  const withBothKeys = createFieldCipher(fixedSecret(newer, older));
  fc.assert(
    fc.property(fc.string(), fc.nat(), (text, index) => {
      const encrypted = before.encrypt(text);
      expect(withBothKeys.decrypt(encrypted)).toBe(text);
      expect(withBothKeys.encrypt(text).subarray(0, 5)).toEqual(withBothKeys.mark);
      expect(withBothKeys.matches(text, before.digest(text))).toBe(true);
      expect(withBothKeys.isSigned(text, before.sign(text))).toBe(true);
      expect(before.isSigned(text, withBothKeys.sign(text))).toBe(false);
      const altered = Buffer.from(encrypted);
      altered[index % altered.length] = (altered[index % altered.length] ?? 0) ^ 1;
      expect(() => withBothKeys.decrypt(altered)).toThrow('no data key decrypts this value');
    }),
  );
});

test('values that were encrypted before keys had marks still decrypt', () => {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(older, 'hex'), Buffer.alloc(0), 'hiram seal', 32));
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update('09171234567', 'utf8'), cipher.final()]);
  const encrypted = Buffer.concat([Buffer.from([1]), nonce, cipher.getAuthTag(), body]);
  expect(createFieldCipher(fixedSecret(newer, older)).decrypt(encrypted)).toBe('09171234567');
});

test('the rotation knows every encrypted column of the database [T180]', async () => {
  const cluster = inject('cluster');
  const name = await createDatabase(cluster);
  folders.push(name);
  const { rows } = await asOwner(cluster, name, (client) =>
    client.query<{ column: string }>(
      `select table_name || '.' || column_name as column from information_schema.columns
       where table_schema = 'public' and data_type = 'bytea' and (column_name = 'encrypted' or column_name like '%\\_encrypted')`,
    ),
  );
  expect(encryptedColumns.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(
    rows.map((row) => row.column).sort(),
  );
});

test('the key is rotated beside running servers: everything decrypts at every step [T090]', async () => {
  const cluster = inject('cluster');
  const name = await createDatabase(cluster);
  folders.push(name);
  const file = join(mkdtempSync(join(tmpdir(), 'hiram-data-')), 'key');
  writeFileSync(file, older);
  const environment = { DATA_KEY: '', DATA_KEY_FILE: file };
  const hiram = await startHiram(cluster, environment, { database: name });
  const { appContext } = hiram.server;
  const borrower = await hiram.borrower({ state: '151', with: { cardNeedPop: 1 } });
  const wallet = (walletNumber: string) => ({
    cardType: 2,
    walletCode: 'GXCHPHM2',
    walletNumber,
    holderName: 'Maria Santos',
    product_id: borrower.productId,
  });
  await hiram.send(bindCardFromOrder, wallet('09171234567'), borrower.context);
  const friend = { name: 'Ana Cruz', phone: '13800138000', relation: 'friend' } as const;
  expect((await hiram.send(contactSave, friend, borrower.context)).success).toBe(true);
  const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#345' } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.set('problemImage', new Blob([Uint8Array.from(photo)]), 'a.jpg');
  const query = new URLSearchParams({ ...borrower.context });
  const sent = await fetch(`${hiram.origin}/api${uploadProblemImg.path}?${query}`, {
    method: 'POST',
    body: form,
  });
  const picture = new URL(JSON.parse(await sent.text()).data.url, hiram.origin);
  const activeAccount = () =>
    appContext.db
      .selectFrom('bank_account')
      .selectAll()
      .where('state', '=', 'active')
      .executeTakeFirstOrThrow();
  const expectAllReadable = async () => {
    const { data } = await hiram.send(contactList, {}, borrower.context);
    expect(data.list).toMatchObject([{ name: 'Ana Cruz' }]);
    expect((await fetch(picture)).status).toBe(200);
    const account = await activeAccount();
    expect(appContext.cipher.decrypt(account.number_encrypted)).toBe('09171234567');
    expect(appContext.cipher.matches('09171234567', account.number_digest)).toBe(true);
    // The same number cannot register twice, whichever key encrypted it.
    expect(await hiram.send(contactSave, friend, borrower.context)).toMatchObject({
      success: false,
      field: 'phone',
    });
  };
  await expectAllReadable();

  writeFileSync(file, `${newer}\n${older}\n`);
  await hiram.until(
    async () => appContext.cipher.mark,
    (mark) => mark.equals(createFieldCipher(fixedSecret(newer)).mark),
  );
  await expectAllReadable();
  // Another server that has the old settings can read what the first one writes now.
  const oldKeyFirst = createFieldCipher(fixedSecret(older, newer));
  expect(oldKeyFirst.decrypt(appContext.cipher.encrypt('written anew'))).toBe('written anew');

  const rotated = createFieldCipher(fixedSecret(newer, older));
  await asOwner(cluster, name, async (client) => {
    expect(await countUnrotated(client, rotated)).toBeGreaterThan(5);
    const { columns } = await rotateKeys(client, rotated);
    expect(columns).toMatchObject({
      'bank_account.number_encrypted': 1,
      'reference_contact.phone_encrypted': 1,
    });
    expect(await countUnrotated(client, rotated)).toBe(0);
    expect(Object.values((await rotateKeys(client, rotated)).columns).every((count) => count === 0)).toBe(
      true,
    );
  });
  await expectAllReadable();

  writeFileSync(file, newer);
  const newKeyOnly = createFieldCipher(fixedSecret(newer));
  await hiram.until(
    async () => {
      const account = await activeAccount();
      return newKeyOnly.decrypt(account.number_encrypted);
    },
    (number) => number === '09171234567',
  );
  const { data } = await hiram.send(contactList, {}, borrower.context);
  expect(data.list).toMatchObject([{ name: 'Ana Cruz' }]);
  expect((await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context)).success).toBe(true);
  await hiram.until(
    () => hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context),
    (answer) => answer.data.orderStatus === 170,
  );
  await hiram.stop();

  const wrong = startHiram(cluster, { DATA_KEY: older }, { database: name });
  await expect(wrong).rejects.toThrow(ConfigError);
  await expect(wrong).rejects.toThrow(/^DATA_KEY does not decrypt the data in this database[^\n]*$/);
});

test('rotation, restore and doctor name a backup’s key that went missing @verify [T762]', async () => {
  const cluster = inject('cluster');
  const name = await createDatabase(cluster);
  folders.push(name);
  const hiram = await startHiram(cluster, { DATA_KEY: older }, { database: name });
  await hiram.borrower({ state: '170' });
  await hiram.stop();
  await asOwner(cluster, name, (client) => client.query('delete from web_asset'));
  const [oldId, newId] = [older, newer].map((key) => createFieldCipher(fixedSecret(key)).keyIds[0]);
  const folder = mkdtempSync(join(tmpdir(), 'hiram-keys-'));
  const file = join(folder, 'before.backup');
  const run = (words: readonly string[], DATA_KEY: string, database = name) =>
    runHiram(
      words,
      settingsOf(cluster, database, { DATA_KEY, DATA_DIR: folder, BACKUP_KEY: 'k'.repeat(16) }),
    );

  expect(await run(['backups', 'create', file], older)).toMatchObject({
    code: 0,
    out: expect.stringContaining(`of DATA_KEY the keys ${oldId}.`),
  });
  const rotated = await run(['keys', 'rotate'], `${newer},${older}`);
  expect(rotated.out).toMatch(
    new RegExp(`Backups until \\d{4}-\\d\\d-\\d\\d need the data key ${oldId}: keep it with BACKUP_KEY`),
  );
  const found = async (DATA_KEY: string) => {
    const { findings }: { findings: Finding[] } = JSON.parse((await run(['doctor', '--json'], DATA_KEY)).out);
    return findings.find(({ what }) => what === 'keys of backups');
  };
  expect(await found(`${newer},${older}`)).toMatchObject({ state: 'well' });
  expect(await found(newer)).toMatchObject({
    state: 'wrong',
    line: expect.stringContaining(`need the data key ${oldId}, which DATA_KEY does not have`),
  });

  const empty = `t_keys_${process.pid}_${Date.now()}`;
  folders.push(empty);
  await asOwner(cluster, 'postgres', (client) => client.query(`create database ${empty} owner hiram_owner`));
  const restore = (DATA_KEY: string, ...more: string[]) =>
    run(['backups', 'restore', file, ...more], DATA_KEY, empty);
  expect(await restore(newer, '--dry-run')).toMatchObject({
    code: 1,
    output: expect.stringContaining(`DATA_KEY does not have ${oldId}: append the key`),
  });
  expect(await restore(`${newer},${older}`)).toMatchObject({
    code: 0,
    output: expect.stringContaining(`It needs the data key ${oldId}, which DATA_KEY has.`),
  });

  // What is made after the rotation needs the new key alone.
  expect(await run(['backups', 'create', join(folder, 'after.backup')], newer)).toMatchObject({
    out: expect.stringContaining(`of DATA_KEY the keys ${newId}.`),
  });
});

test('keys rotate lets no key be removed while a borrower is between two cells [T1318]', async () => {
  const cluster = inject('cluster');
  const name = await createDatabase(cluster);
  folders.push(name);
  const rotate = () => runHiram(['keys', 'rotate'], settingsOf(cluster, name));
  expect((await rotate()).out).toContain('the others can be removed');
  await asOwner(cluster, name, (client) =>
    client.query(
      `insert into cell_move (id, borrower_id, direction, other_cell, parcel) values ($1, $1, 'out', 1, '{}')`,
      [randomUUID()],
    ),
  );
  const { out } = await rotate();
  expect(out).toContain('1 borrowers are on their way to another cell');
  expect(out).not.toContain('can be removed');
});

test('keys create makes a data key that a server accepts, for this login alone, and overwrites none [T767]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hiram-keys-'));
  const file = join(folder, 'data-key');
  const made = await runHiram(['keys', 'create', file], {});
  const key = readFileSync(file, 'utf8');
  expect([made.code, key, statSync(file).mode & 0o777]).toEqual([
    0,
    expect.stringMatching(/^[0-9a-f]{64}\n$/),
    0o600,
  ]);
  expect(made.out).toContain(
    `The data key ${createFieldCipher(dataKey({ DATA_KEY_FILE: file }, false, folder)).keyIds[0]} is`,
  );
  expect(made.output).not.toContain(key.trim());
  expect(await runHiram(['keys', 'create', file], {})).toMatchObject({
    code: 1,
    output: `${file} exists already\n`,
  });
  expect(readFileSync(file, 'utf8')).toBe(key);
});
