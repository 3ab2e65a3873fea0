import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../test/support/database/database.ts';
import { asOwner, ownerEndpoint } from '../../../test/support/database/throwaway-cluster.ts';
import { runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import { auditLine, checkAudit } from './audit.ts';

const cluster = inject('cluster');
let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

/** Writes a checkpoint as the server does. Returns the number of entries, or null if it is too early. */
async function writeCheckpoint(): Promise<number | null> {
  const { rows } = await sql<{
    checkpointed: string | null;
  }>`select write_audit_checkpoint() as checkpointed`.execute(fresh.db);
  const checkpointed = rows[0]?.checkpointed;
  return checkpointed == null ? null : Number(checkpointed);
}
const checkpoints = async () =>
  (
    await fresh.ownerPool.query<{ no: number; upto: string; entries: number; sha256: Buffer }>(
      'select no, upto::text, entries, sha256 from audit_checkpoint order by no',
    )
  ).rows;

/** Does what triggers forbid, as someone who disabled them. */
const withoutGuards = (statement: string) =>
  asOwner(cluster, fresh.name, async (owner) => {
    await owner.query('begin; set local session_replication_role = replica');
    const { rowCount } = await owner.query(statement);
    await owner.query('commit');
    return rowCount;
  });

test('a flood of entries is checkpointed in chained ranges, and altered entries are found [T085]', async () => {
  // The migration's own entries: a slow run would find them old enough for a checkpoint.
  await withoutGuards('delete from audit_entry');
  await fresh.ownerPool.query(
    `insert into audit_entry (at, login, action, subject, subject_id, detail)
     select now() - interval '5 hours' + n * interval '1 millisecond', 'x', 'update', 'borrower', n::text, 'phone'
     from generate_series(1, 120000) n`,
  );
  expect([await writeCheckpoint(), await writeCheckpoint(), await writeCheckpoint()]).toEqual([
    50_000, 50_000, 20_000,
  ]);
  // The remaining entries are less than an hour old.
  expect(await writeCheckpoint()).toBeNull();
  const [first, second, third] = await checkpoints();
  expect(await checkAudit(fresh.db)).toEqual({
    checkpoints: 3,
    broken: undefined,
    last: third?.sha256.toString('hex'),
  });

  const altered = `update audit_entry set detail = 'email' where subject_id = '70000'`;
  expect(await withoutGuards(altered)).toBe(1);
  const found = await checkAudit(fresh.db);
  expect(found).toMatchObject({ checkpoints: 3, broken: 2, period: [first?.upto, second?.upto] });
  // With a start time, earlier checkpoints are trusted as they are.
  const secondAt = Date.parse(second?.upto ?? '');
  expect((await checkAudit(fresh.db, new Date(secondAt - 1))).broken).toBe(2);
  expect((await checkAudit(fresh.db, new Date(secondAt + 1))).broken).toBeUndefined();
  const { rows } = await fresh.ownerPool.query<{ within: boolean }>(
    `select at > $1 and at <= $2 as within from audit_entry where subject_id = '70000'`,
    [first?.upto, second?.upto],
  );
  expect(rows).toEqual([{ within: true }]);

  const check = () => runHiram(['ledger', 'check'], settingsOf(cluster, fresh.name));
  const altering = await check();
  expect([altering.code, altering.out]).toEqual([1, expect.stringContaining(auditLine(found))]);
  expect(altering.out).toContain(
    `checkpoint 2 of 3 does not match the entries between ${first?.upto} and ${second?.upto}`,
  );

  // A forged checkpoint makes the trail match again, but the next one refers to the former digest and does
  // not match.
  await withoutGuards(
    `update audit_checkpoint set sha256 = (audit_digest('${first?.upto}', '${second?.upto}', '\\x${first?.sha256.toString('hex')}')).digest
     where no = 2`,
  );
  expect((await checkAudit(fresh.db)).broken).toBe(3);
  await withoutGuards(`update audit_entry set detail = 'phone' where subject_id = '70000'`);
  expect((await checkAudit(fresh.db)).broken).toBe(2);
  await withoutGuards(
    `update audit_checkpoint set sha256 = '\\x${second?.sha256.toString('hex')}' where no = 2`,
  );
  const result = await check();
  expect([result.code, result.out]).toEqual([
    0,
    expect.stringContaining(`matches its 3 checkpoints; the last is ${third?.sha256.toString('hex')}`),
  ]);
});

test('entries of an open transaction are in a later checkpoint of an intact chain', async () => {
  // As if hours and minutes had passed at once.
  const { rows } = await fresh.ownerPool.query<{ text: string }>(
    `select pg_get_functiondef('write_audit_checkpoint'::regproc) as text`,
  );
  const text = rows[0]?.text ?? '';
  const withoutDelays = text
    .replace("interval '10 minutes'", "interval '0'")
    .replace("interval '1 hour'", "interval '0'");
  expect(withoutDelays.length).toBeLessThan(text.length - 10);
  await fresh.ownerPool.query(withoutDelays);
  const write = (subject: string) =>
    `insert into audit_entry (at, login, action, subject, subject_id) values (clock_timestamp(), 'x', 'x', '${subject}', 'x')`;
  const writer = new pg.Client(ownerEndpoint(cluster, fresh.name));
  await writer.connect();
  try {
    await writer.query('begin');
    await writer.query(write('slow'));
    await fresh.ownerPool.query(write('quick'));
    await writeCheckpoint();
    const isCheckpointed = async (subject: string) =>
      (
        await fresh.ownerPool.query<{ checkpointed: boolean }>(
          `select at <= (select max(upto) from audit_checkpoint) as checkpointed from audit_entry where subject = '${subject}'`,
        )
      ).rows[0]?.checkpointed;
    expect(await isCheckpointed('quick')).toBe(false);
    await writer.query('commit');
    expect((await checkAudit(fresh.db)).broken).toBeUndefined();
    await writeCheckpoint();
    expect([await isCheckpointed('slow'), await isCheckpointed('quick')]).toEqual([true, true]);
    expect((await checkAudit(fresh.db)).broken).toBeUndefined();
  } finally {
    await writer.end();
  }
});
