import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addDirectory } from '../../../test/support/database/cells.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/support/database/database.ts';
import { serverEndpoint } from '../../../test/support/database/throwaway-cluster.ts';
import { createFieldCipher } from '../crypto/field-cipher.ts';
import { loadMatcher } from '../crypto/match-key.ts';
import { fixedSecret } from '../crypto/secrets.ts';
import { openDatabase, openPool } from '../database/connection/connect.ts';
import { inSchema } from '../database/connection/endpoint.ts';
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
  directory = openDirectory(db, async () => matcher, { hasAccount, inviter: async () => undefined });
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

test('of two cells that enter one document at once one at least learns of the other [T1741]', async () => {
  const marks = ['a', 'b'].map((text) => ({ kind: 'document', digest: Buffer.alloc(32, text) }));
  expect(await directory.share(0, marks)).toEqual([]);
  for (let round = 0; round < 10; round += 1) {
    const own = [{ kind: 'account', digest: Buffer.alloc(32, round) }];
    const [one, two] = await Promise.all([directory.share(0, own), directory.share(1, own)]);
    expect(one.length + two.length).toBeGreaterThan(0);
  }
  const [first, second] = marks;
  if (!first || !second) throw new Error('two marks');
  expect(await directory.share(1, [first])).toEqual([first]);
  // A value of another kind is another entry, and what a cell forgot is unknown.
  expect(await directory.known(1, [{ ...second, kind: 'device' }])).toEqual([]);
  await directory.forget(0, [second]);
  expect(await directory.known(1, marks)).toEqual([first]);
  await directory.forget(0, { before: await directory.now() });
  expect(await directory.known(1, [first])).toEqual([]);
});

test('cells together take no more of a ceiling than there is, also when it is lowered [T1743]', async () => {
  const ceiling = { kind: 'payouts' as const, brand: 'spec', day: '2026-03-01', most: 1_000 };
  const takes = await Promise.all(Array.from({ length: 40 }, () => directory.take(ceiling, 70)));
  const taken = takes.reduce((sum, part) => sum + part, 0);
  expect(taken).toBeLessThanOrEqual(1_000);
  expect(taken).toBeGreaterThan(1_000 - 70);
  expect(await directory.take(ceiling, 1_000 - taken + 1)).toBe(0);
  await directory.release(ceiling, 500);
  expect(await directory.take({ ...ceiling, most: 400 }, 1)).toBe(0);
  expect(await directory.take({ ...ceiling, most: 2_000 }, 1)).toBeGreaterThan(0);
  expect(await directory.take({ ...ceiling, brand: 'ph' }, 1_000)).toBe(1_000);
});
