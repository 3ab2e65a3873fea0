import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../test/support/database/database.ts';
import { runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import { newId } from '../../platform/ids.ts';
import type { Finding } from '../doctor/finding.ts';

const folder = mkdtempSync(join(tmpdir(), 'hiram-cells-'));
let database: FreshDatabase;
let settings: Record<string, string>;
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  database = await freshDatabase();
  settings = settingsOf(inject('cluster'), database.name, { DATA_DIR: folder, BRAND: 'spec' });
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (words: string, more: Record<string, string> = {}) =>
  runHiram(words.split(' '), { ...settings, ...more });

test('commands add, index, open, list and drain a cell, and may be repeated [T1946]', async () => {
  for (let time = 0; time < 2; time += 1) {
    const added = await run('cells add 1 --schema cell_1');
    expect(added, added.output).toMatchObject({ code: 0, out: expect.stringContaining('"schema":"cell_1"') });
  }
  expect((await run('cells add 2 --schema cell_1')).output).toContain('the schema cell_1 is cell 1');
  for (const wrong of ['cells add 0 --schema a', 'cells add 625 --schema a', 'cells add 1 --schema pg_a'])
    expect((await run(wrong)).code, wrong).toBe(2);
  expect((await run('cells open 9')).output).toContain('the directory has no cell 9');

  await database.db
    .insertInto('borrower')
    .values(
      ['+8613900000001', '+8613900000002'].map((phone) => ({
        id: newId(),
        brand: 'spec',
        phone,
        created_at: new Date(),
      })),
    )
    .execute();
  expect((await run('cells index')).output).toContain('DIRECTORY_URL is required');
  const directory = { DIRECTORY_URL: settings.DATABASE_URL ?? '' };
  for (let time = 0; time < 2; time += 1) {
    const indexed = await run('cells index', directory);
    expect(indexed.out, indexed.output).toContain('Cell 0: 2 numbers and 0 digests');
  }
  await run('cells open 1');
  await run('cells drain 0');
  expect((await run('cells list')).out).toBe(
    '  0  full  2 numbers, 0 reserved\n  1  open  0 numbers, 0 reserved\n',
  );
});

test('doctor names a missing or wrong cell @verify [T1947]', async () => {
  const file = join(folder, 'cells.json');
  const findingsOf = async (cells: object[]) => {
    writeFileSync(file, JSON.stringify(cells));
    const { out } = await run('doctor --json', { CELLS: file, DIRECTORY_URL: settings.DATABASE_URL ?? '' });
    const { findings }: { findings: Finding[] } = JSON.parse(out);
    return (what: string) => findings.find((finding) => finding.what === what);
  };
  await run('cells add 1 --schema cell_1');
  const well = await findingsOf([{ id: 1, schema: 'cell_1' }]);
  expect(well('cell 1'), JSON.stringify(well('cell 1'))).toMatchObject({ state: 'well' });
  expect(well('directory')).toMatchObject({ state: 'well', line: expect.stringContaining('cell 1 ') });
  const wrong = await findingsOf([
    { id: 2, schema: 'cell_1' },
    { id: 3, schema: 'cell_3' },
  ]);
  expect(wrong('cell 2')).toMatchObject({ state: 'wrong', line: 'the schema cell_1 is cell 1' });
  expect(wrong('cell 3')).toMatchObject({
    state: 'wrong',
    line: expect.stringContaining('no schema of Hiram'),
  });
  expect(wrong('directory')).toMatchObject({ state: 'wrong', line: 'it lacks cell 2, 3: hiram cells add' });
});

test('a backup of a cell in a schema of its own is restored beside the others @verify [T1742]', async () => {
  await run('cells add 1 --schema cell_1');
  const of = {
    DATABASE_OWNER_URL: `${settings.DATABASE_OWNER_URL}&schema=cell_1`,
    BACKUP_KEY: 'k'.repeat(20),
  };
  const file = join(folder, 'b.hiram');
  const counted = async () =>
    (
      await database.ownerPool.query(`select (select cell from cell_1.installation) as cell,
        (select count(*)::int from cell_1.role_right) as rights, (select count(*)::int from public.borrower) as others`)
    ).rows;
  const before = await counted();
  expect(before).toMatchObject([{ cell: 1 }]);
  const written = await run(`backups create ${file}`, of);
  expect(written, written.output).toMatchObject({ code: 0 });
  expect((await run(`backups restore ${file}`, of)).output).toContain('not empty');
  await database.ownerPool.query('drop schema cell_1 cascade; drop schema cell_1_jobs cascade');
  const restored = await run(`backups restore ${file}`, of);
  expect(restored, restored.output).toMatchObject({ code: 0 });
  expect(await counted()).toEqual(before);
});
