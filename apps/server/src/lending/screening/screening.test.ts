import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportBorrowerData } from '@hiram/contract/console/borrower';
import { approveApplication } from '@hiram/contract/console/decision';
import { clearHit, showHit } from '@hiram/contract/console/officer';
import { loanDetails } from '@hiram/contract/order';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { applicant } from '../../../test/support/borrowers/sign-up.ts';
import { staffMember } from '../../../test/support/console/console.ts';
import { submitAction } from '../../../test/support/console/console-actions.ts';
import { borrowerIdOf } from '../../../test/support/database/rows.ts';
import { asOwner } from '../../../test/support/database/throwaway-cluster.ts';
import { runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { importList } from '../../operations/screening/import-list.ts';
import { actAs } from '../../platform/database/actor.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { resolveReview } from '../review/resolve-application.ts';
import { screenBorrower, screeningState } from './screen.ts';
import { screenAgain } from './screen-again.ts';

const cluster = inject('cluster');
const folder = mkdtempSync(join(tmpdir(), 'hiram-lists-'));
const hiram = setUpHiram({ BRAND: 'spec' });

const app = () => hiram.server.appContext;
let files = 0;
function fileOf(text: string, ending = 'csv'): string {
  files += 1;
  const file = join(folder, `list-${files}.${ending}`);
  writeFileSync(file, text);
  return file;
}
const run = (...words: string[]) =>
  runHiram(['screening', 'import', ...words], settingsOf(cluster, hiram.database));
async function importRows(list: string, rows: readonly string[], ...options: string[]) {
  return run(fileOf(['reference,name,alias,birth', ...rows, ''].join('\n')), '--list', list, ...options);
}
const idOf = ({ orderId }: DemoBorrower) => borrowerIdOf(hiram, orderId);
async function stateOf(borrower: DemoBorrower) {
  return screeningState(app().db, await idOf(borrower));
}
async function screenNow(borrower: DemoBorrower) {
  const id = await idOf(borrower);
  return actAs('a test', () =>
    inTransaction(app().db, (trx) => screenBorrower(trx, app(), app().defaultBrand, id)),
  );
}
const inForce = async () =>
  (
    await app()
      .db.selectFrom('screening_list')
      .select(['list', 'entries', 'added', 'removed'])
      .where('superseded_at', 'is', null)
      .orderBy('list')
      .execute()
  ).map(({ list, entries, added, removed }) => `${list} ${entries} +${added} -${removed}`);

const four = [
  '1,One Person,,1950',
  '2,Two Person,,',
  '3,Three Person,,',
  '4,Four Person,Fourth;IV Person,1980',
];

test('a list is read from CSV and from the XML of the United Nations, and a new one supersedes the former', async () => {
  const individual = (id: string, names: string, more: string) =>
    `<INDIVIDUAL><REFERENCE_NUMBER>${id}</REFERENCE_NUMBER>${names}${more}</INDIVIDUAL>`;
  const xml = `<?xml version="1.0"?><CONSOLIDATED_LIST><INDIVIDUALS>${individual(
    'QDi.1',
    '<FIRST_NAME>Ahmad</FIRST_NAME><SECOND_NAME>Zubair &amp; Co</SECOND_NAME>',
    '<INDIVIDUAL_ALIAS><ALIAS_NAME>Abu Zubair</ALIAS_NAME></INDIVIDUAL_ALIAS><INDIVIDUAL_DATE_OF_BIRTH><FROM_YEAR>1960</FROM_YEAR><TO_YEAR>1962</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>',
  )}</INDIVIDUALS></CONSOLIDATED_LIST>`;
  expect(await run(fileOf(xml, 'xml'), '--list', 'un')).toMatchObject({ code: 0 });
  const { rows } =
    await sql`select reference, name, folded, birth_years from screening_entry order by name`.execute(
      hiram.owner,
    );
  expect(rows).toEqual([
    { reference: 'QDi.1', name: 'Abu Zubair', folded: 'abu zubair', birth_years: [1960, 1961, 1962] },
    {
      reference: 'QDi.1',
      name: 'Ahmad Zubair & Co',
      folded: 'ahmad zubair co',
      birth_years: [1960, 1961, 1962],
    },
  ]);
  for (const broken of [xml.slice(0, -40), '<html></html>', 'not xml'])
    expect((await run(fileOf(broken, 'xml'), '--list', 'un')).code).toBe(1);
  expect(await importRows('own', four)).toMatchObject({ code: 0 });
  expect(await inForce()).toEqual(['own 6 +6 -0', 'un 2 +2 -0']);
  expect((await importRows('own', four)).out).toContain('in force already');
  expect(await importRows('own', [...four.slice(1), '5,Five Person,,'], '--dry-run')).toMatchObject({
    code: 0,
  });
  expect(await inForce()).toEqual(['own 6 +6 -0', 'un 2 +2 -0']);
  await importRows('own', [...four.slice(1), '5,Five Person,,']);
  expect(await inForce()).toEqual(['own 6 +1 -1', 'un 2 +2 -0']);
});

test('a file that is empty, much shorter or no list leaves the former list in force [T2135]', async () => {
  await importRows('own', four);
  const before = await inForce();
  expect(await importRows('own', [])).toMatchObject({
    code: 1,
    output: expect.stringContaining('no person'),
  });
  expect((await importRows('own', ['9,Only One,,'])).output).toContain('--shorter');
  expect((await importRows('own', [',No Reference,,'])).output).toContain('Line 2');
  expect((await run(fileOf('id,who\n1,Ana'), '--list', 'own')).output).toContain('no column reference');
  expect((await run(fileOf('reference,name\n1,"Ana'), '--list', 'own')).code).toBe(1);
  const cut = fileOf('<CONSOLIDATED_LIST><INDIVIDUAL>', 'xml');
  expect((await run(cut, '--list', 'un')).output).toContain('Unclosed');
  expect((await run(fileOf('x'), '--list', 'mine')).code).toBe(2);
  expect((await run(join(folder, 'absent.csv'), '--list', 'own')).output).toContain('There is no file');
  expect(await inForce()).toEqual(before);
});

test('a CSV file that ends within a line is refused as cut [T2440]', async () => {
  await importRows('own', four);
  const before = await inForce();
  const cut = fileOf(['reference,name,alias,birth', ...four, '5,Five Pers'].join('\n'));
  expect(await run(cut, '--list', 'own')).toMatchObject({
    code: 1,
    output: expect.stringContaining('its last line does not end'),
  });
  expect(await inForce()).toEqual(before);
});

test('a killed import leaves the former list in force, and the next one runs [T1460]', async () => {
  await importRows('own', four);
  const before = await inForce();
  const rows = Array.from(
    { length: 60_000 },
    (_, index) => `k${index},Cut Person ${'abcdefghij'[index % 10]},,`,
  );
  const running = importRows('own', rows);
  const cut = await hiram.until(
    () =>
      asOwner(cluster, 'postgres', (client) =>
        client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = $1 and (query ilike 'copy loaded%' or query ilike 'insert into screening_entry%')`,
          [hiram.database],
        ),
      ),
    ({ rowCount }) => rowCount === 1,
  );
  expect(cut.rowCount).toBe(1);
  expect((await running).code).not.toBe(0);
  expect(await inForce()).toEqual(before);
  const { rows: left } =
    await sql`select relname from pg_class where relname ~ '^screening_entry_[0-9]+$' and relkind = 'r'`.execute(
      hiram.owner,
    );
  expect(left).toHaveLength(before.length);
  expect(await importRows('amlc', ['1,Next Import,,'])).toMatchObject({ code: 0 });
});

test('between the blocks of a list the import rests as long as a block took, for borrowers’ calls [T1339]', async () => {
  const rests: number[] = [];
  async function* persons() {
    let ended = performance.now();
    for (let no = 0; no < 12_000; no += 1) {
      if (no > 0 && no % 1_000 === 0) {
        rests.push(performance.now() - ended);
        const until = performance.now() + 15;
        while (performance.now() < until);
      }
      if (no % 1_000 === 999) ended = performance.now();
      yield { reference: `r${no}`, names: ['Rested Person'], birthYears: [] };
    }
  }
  await asOwner(cluster, hiram.database, async (client) => {
    await client.query('begin');
    const file = fileOf('rests');
    await importList(client, { list: 'amlc', file, persons: persons(), mayBeShorter: true });
    await client.query('rollback');
  });
  expect(rests).toHaveLength(11);
  // The first block had no other work than to be written.
  expect(Math.min(...rests.slice(1)), rests.join(' ')).toBeGreaterThan(10);
});

test('a name in another order or spelling may be a person, with another birth year not [T1461]', async () => {
  await importRows('ofac', [
    'a,"dela Cruz, María José",,1994',
    'b,Jose Maria Sisonn,,1994',
    'c,Other Birth Year,,1950',
    'd,No Birth Year,,',
    'e,محمد عبد الله,,',
  ]);
  const hitsOf = async (fullName: string) => {
    const borrower = await applicant(hiram, { fullName });
    const id = await idOf(borrower);
    await screenNow(borrower);
    const hits = await app()
      .db.selectFrom('screening_hit')
      .select('reference')
      .where('borrower_id', '=', id)
      .execute();
    return hits.map(({ reference }) => reference);
  };
  expect(await hitsOf('Maria-Jose Delacruz')).toEqual(['a']);
  expect(await hitsOf('Jose Maria Sison')).toEqual(['b']);
  expect(await hitsOf('Other Birth Year')).toEqual([]);
  expect(await hitsOf('No Birth Year')).toEqual(['d']);
  expect(await hitsOf('محمد عبد الله')).toEqual(['e']);
  expect(await hitsOf('Juan Reyes Santos')).toEqual([]);
});

test('a possible match refers the application to a person, and no person approves it away', async () => {
  await importRows('amlc', ['1,Next Import,,', '2,Listed Applicant,,1994'], '--shorter');
  const borrower = await applicant(hiram, { fullName: 'Listed Applicant' });
  const review = await hiram.until(
    () =>
      app()
        .db.selectFrom('review')
        .select(['reasons', 'state'])
        .where('order_id', '=', borrower.orderId)
        .executeTakeFirst(),
    (found) => found !== undefined,
  );
  expect(review).toEqual({ reasons: ['screening'], state: 'waiting' });
  expect(await stateOf(borrower)).toBe('possible');
  const task = await app()
    .db.selectFrom('task')
    .select(['kind', 'detail'])
    .where('borrower_id', '=', await idOf(borrower))
    .where('kind', '=', 'screeningHit')
    .executeTakeFirst();
  expect(task).toEqual({ kind: 'screeningHit', detail: 'amlc' });
  const { noticeDesText } = (await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context))
    .data;
  expect(noticeDesText).not.toMatch(/list|match|screen/i);
});

test('an application with an open match is approved by nobody before the match was cleared [T1467]', async () => {
  const spec = { brand: 'spec' };
  const reviewer = await staffMember(hiram, 'reviewer');
  const officer = await staffMember(hiram, 'officer');
  await importRows('amlc', ['1,Next Import,,', '2,Awaited Applicant,,1994'], '--shorter');
  const borrower = await applicant(hiram, { fullName: 'Awaited Applicant' });
  const review = await hiram.until(
    () =>
      app().db.selectFrom('review').select('id').where('order_id', '=', borrower.orderId).executeTakeFirst(),
    (found) => found !== undefined,
  );
  if (!review) throw new Error('no review');
  const approve = () =>
    reviewer.browser.send(approveApplication.preview, { request: { reviewId: review.id } }, spec);
  expect(await approve()).toMatchObject({
    code: 'onAList',
    message: expect.stringContaining('the match must be cleared first, on the screen Screening'),
  });
  // Neither is it by the command, which asks no preview.
  await expect(resolveReview(app(), review.id, { kind: 'approve' }, 'a test')).rejects.toThrow(
    /match must be cleared first/,
  );
  const { id: hitId } = await app()
    .db.selectFrom('screening_hit')
    .select('id')
    .where('borrower_id', '=', await idOf(borrower))
    .executeTakeFirstOrThrow();
  expect(await submitAction(officer, clearHit, { hitId }, spec)).toMatchObject({ data: { state: 'done' } });
  const approved = await approve();
  expect(approved.success, approved.message).toBe(true);
});

test('the file that a borrower gets of their data does not tell of a match [T1314]', async () => {
  const spec = { brand: 'spec' };
  const officer = await staffMember(hiram, 'officer');
  await importRows('amlc', ['1,Next Import,,', '2,Told Of Nothing,,1994'], '--shorter');
  const borrower = await applicant(hiram, { fullName: 'Told Of Nothing' });
  const borrowerId = await idOf(borrower);
  await hiram.until(
    () => app().db.selectFrom('review').select('id').where('borrower_id', '=', borrowerId).executeTakeFirst(),
    (found) => found !== undefined,
  );
  const { id: hitId } = await app()
    .db.selectFrom('screening_hit')
    .select('id')
    .where('borrower_id', '=', borrowerId)
    .executeTakeFirstOrThrow();
  expect(await officer.browser.send(showHit, { hitId }, spec)).toMatchObject({ success: true });
  const exported = await officer.browser.send(
    exportBorrowerData,
    { borrowerId, reason: 'data request 12' },
    spec,
  );
  expect(exported.data.csv).toContain('Told Of Nothing');
  expect(exported.data.csv).toContain('review');
  expect(exported.data.csv).not.toMatch(/screening|match with a list|amlc/i);
});

test('a new entry is compared with every borrower, also after a server stopped in the middle', async () => {
  const borrower = await hiram.borrower({ state: '170' });
  expect(await stateOf(borrower)).toBe('clear');
  const broken = await hiram.borrower({ state: '170' });
  await importRows('own', ['m,Maria Santos,,1994'], '--shorter');
  // One who cannot be decrypted does not keep the others from it.
  const brokenId = await idOf(broken);
  await sql`update borrower_profile set encrypted = '\\x00' where borrower_id = ${brokenId}`.execute(
    hiram.owner,
  );
  await actAs('system', () => screenAgain(app()));
  expect(await stateOf(borrower)).toBe('possible');
  expect(await stateOf(broken)).toBe('unscreened');
  await sql`delete from screening where borrower_id = ${brokenId}`.execute(hiram.owner);
  expect(await actAs('system', () => screenAgain(app()))).toBe(0);
  await importRows('own', ['n,Somebody Else,,1994'], '--shorter');
  await actAs('system', () => screenAgain(app()));
  expect(await stateOf(borrower)).toBe('clear');
});
