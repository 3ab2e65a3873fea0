import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addDirectory } from '../../../test/support/cells.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/support/database.ts';
import { serverEndpoint } from '../../../test/support/throwaway-cluster.ts';
import { createFieldCipher } from '../crypto/field-cipher.ts';
import { loadMatcher } from '../crypto/match-key.ts';
import { fixedSecret } from '../crypto/secrets.ts';
import { openDatabase, openPool } from '../database/connect.ts';
import { inSchema } from '../database/endpoint.ts';
import { type CellDirectory, directorySchema, openDirectory } from './directory.ts';

let database: FreshDatabase;
let directory: CellDirectory;
let close: () => Promise<void>;
/** The numbers whose account was made in a cell, `cell phone`. */
const made = new Set<string>();
beforeAll(async () => {
  database = await freshDatabase();
  await addDirectory(inject('cluster'), database.name, [0, 1, 2]);
  const db = openDatabase(
    openPool(inSchema(serverEndpoint(inject('cluster'), database.name), directorySchema), 4),
  );
  const matcher = await loadMatcher(db, createFieldCipher(fixedSecret('ab'.repeat(32))));
  const hasAccount = async (cell: number, _brand: string, phone: string) => made.has(`${cell} ${phone}`);
  directory = openDirectory(db, async () => matcher, hasAccount);
  close = () => db.destroy();
});
afterAll(async () => {
  await close();
  await database.drop();
});

const later = () =>
  database.ownerPool.query(`update directory.entry set reserved_at = reserved_at - interval '61 minutes'`);

test('one number that registers in two cells at once gets into one of them [T1936]', async () => {
  for (let round = 0; round < 10; round += 1) {
    const asked = [0, 1, 2].map((cell) => directory.reserve('spec', `+8613${round}`, cell));
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1);
  }
  // Another brand's number is another.
  expect(await directory.reserve('spec', '+86131', 0)).toBe((await directory.cellOf('spec', '+86131')) === 0);
  expect(await directory.cellOf('ph', '+86131')).toBeUndefined();
});

test('a reservation without an account lapses after an hour, with one never [T1937]', async () => {
  await directory.reserve('spec', 'left', 1);
  await directory.reserve('spec', 'confirmed', 1);
  await directory.confirm('spec', 'confirmed', 1);
  await directory.reserve('spec', 'made', 1);
  made.add('1 made');
  expect(await directory.reserve('spec', 'left', 2)).toBe(false);
  await later();
  expect(await directory.reserve('spec', 'left', 2)).toBe(true);
  expect(await directory.cellOf('spec', 'left')).toBe(2);
  expect(await directory.reserve('spec', 'confirmed', 2)).toBe(false);
  // The account was made and its confirmation lost: the question itself repairs it.
  expect(await directory.reserve('spec', 'made', 2)).toBe(false);
  made.clear();
  await later();
  expect(await directory.reserve('spec', 'made', 2)).toBe(false);
});

test('numbers of an older directory are entered again, those of another cell counted [T1938]', async () => {
  const accounts = ['a', 'b', 'c'].map((phone) => ({ brand: 'spec', phone }));
  await directory.reserve('spec', 'b', 2);
  expect(await directory.enter(1, accounts)).toBe(1);
  expect(await directory.enter(1, accounts)).toBe(1);
  expect(await directory.cellOf('spec', 'c')).toBe(1);
  await later();
  expect(await directory.reserve('spec', 'a', 2)).toBe(false);
});
