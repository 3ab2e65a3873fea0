import { bindCard } from '@hiram/contract/bank';
import { problemSave } from '@hiram/contract/complaint';
import { withdraw } from '@hiram/contract/order';
import { utrSubmit } from '@hiram/contract/repay';
import { sandboxPay } from '@hiram/contract/sandbox';
import { addDays } from '@hiram/loan';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newCode } from '../../test/support/borrowers/pay-by-code.ts';
import { applicant, newDocument } from '../../test/support/borrowers/sign-up.ts';
import { borrowerIdOfPhone, paymentOf } from '../../test/support/database/rows.ts';
import { asOwner, createDatabase, dropDatabase } from '../../test/support/database/throwaway-cluster.ts';
import { tryAll } from '../../test/support/inputs/property-runs.ts';
import { runHiram, settingsOf } from '../../test/support/processes/run-hiram.ts';
import { type DemoBorrower, type Hiram, startHiram } from '../../test/support/processes/running-server.ts';
import { newUtr } from '../sandbox/fill/bank-statement.ts';

const cluster = inject('cluster');
const oldKey = 'ab'.repeat(32);
const newKey = 'cd'.repeat(32);
const author = ['--by', 'Ana Cruz'];
const twoAuthors = [...author, '--second', 'Ben Reyes'];
const decided = (reference: string) => ['--reference', reference, '--reason', 'as agreed', ...twoAuthors];
let database: string;
/** The database after the last real command: the next one finds it so. */
let left: Record<string, string> | undefined;
/** Ids of the objects of the commands, made by a server that has stopped since. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  left = undefined;
  database = await createDatabase(cluster);
  const hiram = await startHiram(cluster, {}, { database });
  const today = await hiram.server.appContext.clock.today(
    hiram.server.appContext.db,
    hiram.server.appContext.defaultBrand.timeZone,
  );
  ids.today = today;
  await makeLoans(hiram);
  await makeReviews(hiram);
  const reported = await hiram.borrower({ state: '180', kind: 'single' });
  for (const name of ['transfer', 'rejectedTransfer']) {
    const utr = newUtr();
    const transfer = { orderId: reported.orderId, channelNumber: '10005', utr, amount: 100_000 };
    expect(await hiram.send(utrSubmit, transfer, reported.context)).toMatchObject({ success: true });
    const row = await hiram.server.appContext.db
      .selectFrom('utr_submission')
      .select('id')
      .where('utr', '=', utr)
      .executeTakeFirstOrThrow();
    ids[name] = row.id;
  }
  const complaint = { problemType: 2, problemDetail: 'Nobody answers.', orderNo: reported.orderId };
  ids.complaint = (await hiram.send(problemSave, complaint, reported.context)).data.problemId;
  const unreported = await hiram.borrower({ state: '180', kind: 'single' });
  await hiram.send(sandboxPay, { payCode: (await newCode(hiram, unreported)).code, untold: true });
  // Each digest of the database would read them.
  await hiram.owner.deleteFrom('web_asset').execute();
  // As borrowers are who were certified before the digests existed.
  await hiram.owner.deleteFrom('identity_mark').where('kind', '=', 'person').execute();
  await hiram.stop();
});
afterAll(() => dropDatabase(cluster, database));

async function makeLoans(hiram: Hiram): Promise<void> {
  const late = await hiram.borrower({ state: '180', kind: 'single' });
  ids.loan = late.orderId;
  ids.borrower = await borrowerIdOfPhone(hiram.server.appContext.db, late.phone);
  const early = await hiram.borrower({ state: '180', kind: 'single' });
  ids.held = early.orderId;
  await hiram.send(sandboxPay, {
    payCode: (await newCode(hiram, early)).code,
    date: addDays(await hiram.server.appContext.clock.today(hiram.server.appContext.db, 'Asia/Manila'), -1),
  });
  const payment = await paymentOf(hiram, early.orderId);
  ids.payment = payment.id;
}

async function makeReviews(hiram: Hiram): Promise<void> {
  const { db } = hiram.server.appContext;
  const reviewOf = ({ orderId }: DemoBorrower) =>
    hiram.until(
      () => db.selectFrom('review').select('id').where('order_id', '=', orderId).executeTakeFirst(),
      (review) => review !== undefined,
    );
  const idNumber = newDocument();
  await applicant(hiram, { idNumber });
  for (const name of ['approved', 'rejected', 'resubmissionRequested'])
    ids[name] = (await reviewOf(await applicant(hiram, { idNumber })))?.id ?? '';
  const borrower = await hiram.borrower({ state: '151', with: { cardNeedPop: 1 } });
  const account = {
    cardType: 2,
    walletCode: 'GXCHPHM2',
    walletNumber: '09171234567',
    holderName: 'Juan Reyes',
  };
  await hiram.send(bindCard, account, borrower.context);
  await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context);
  ids.released = (await reviewOf(borrower))?.id ?? '';
}

/** A digest of every table's rows, pending jobs included. */
function dump(): Promise<Record<string, string>> {
  return asOwner(cluster, database, async (owner) => {
    const { rows } = await owner.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c
       where c.relkind in ('r', 'p') and not c.relispartition
         and (c.relnamespace = 'public'::regnamespace or c.oid = 'jobs.job'::regclass) order by 1`,
    );
    const digestOf = (name: string) =>
      `select '${name}' as name, coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from ${name} t`;
    const found = await owner.query<{ name: string; digest: string }>(
      rows.map(({ name }) => digestOf(name)).join(' union all '),
    );
    return Object.fromEntries(found.rows.map(({ name, digest }) => [name, digest]));
  });
}

/** Tables that differ, except the audit trail, which every real change extends. */
function changedTables(before: Record<string, string>, after: Record<string, string>): readonly string[] {
  return Object.keys(after)
    .filter((name) => before[name] !== after[name] && !name.startsWith('audit_'))
    .map((name) => (name.startsWith('jobs.') ? 'jobs' : name))
    .sort();
}

interface PrintedChange {
  readonly dryRun?: boolean;
  readonly changes?: {
    readonly tables: readonly { readonly table: string }[];
    readonly entries: readonly { readonly subject: string; readonly id: string; readonly action: string }[];
  };
}

const cases: readonly { name: string; options: () => readonly string[]; code?: number }[] = [
  { name: 'loans waive', options: () => [ids.loan ?? '', '--late', '0.10', ...decided('memo 1')] },
  { name: 'loans write-off', options: () => [ids.loan ?? '', ...decided('memo 2')] },
  { name: 'payments post', options: () => [ids.payment ?? '', ...twoAuthors] },
  { name: 'payments post', options: () => [ids.transfer ?? '', '--amount', '900.50', ...twoAuthors] },
  {
    name: 'payments reject',
    options: () => [ids.rejectedTransfer ?? '', '--reason', 'not there', ...twoAuthors],
  },
  { name: 'reviews approve', options: () => [ids.approved ?? '', ...twoAuthors] },
  { name: 'reviews reject', options: () => [ids.rejected ?? '', '--code', 'score', ...twoAuthors] },
  { name: 'reviews request-resubmission', options: () => [ids.resubmissionRequested ?? '', ...twoAuthors] },
  { name: 'reviews release', options: () => [ids.released ?? '', ...twoAuthors] },
  {
    name: 'complaints answer',
    options: () => [ids.complaint ?? '', '--message', 'We called you today.', '--ask-score', ...author],
  },
  { name: 'statements reconcile', options: () => ['--day', ids.today ?? ''], code: 1 },
  { name: 'borrowers block', options: () => [ids.borrower ?? '', '--reason', 'forged papers', ...author] },
  { name: 'borrowers unblock', options: () => [ids.borrower ?? '', '--reason', 'mistaken', ...author] },
  { name: 'borrowers add-digests', options: () => ['--max', '50', ...author] },
  { name: 'sessions end', options: () => ['--all', ...author] },
  {
    name: 'staff invite',
    options: () => ['--name', 'Ben Reyes', '--email', 'ben@lender.example', ...author],
  },
];

// Each command of a group stores its changes alike: `npm run verify` tries all of them.
const shown = ['loans waive', 'payments post', 'reviews approve', 'reviews release', 'staff invite'];
const tried = cases.filter(
  ({ name }, index) =>
    tryAll || (shown.includes(name) && cases.findIndex((one) => one.name === name) === index),
);
test.each(tried)(
  '$name --dry-run changes nothing, and names exactly the tables that the real command changes',
  async ({ name, options, code = 0 }) => {
    const words = [...name.split(' '), ...options()];
    const settings = settingsOf(cluster, database, { CONSOLE_URL: 'https://console.lender.example' });
    const before = left ?? (await dump());
    left = undefined;
    const dry = await runHiram([...words, '--dry-run', '--json'], settings, 'nobody');
    expect([dry.code, dry.output]).toEqual([code, dry.out]);
    expect(await dump()).toEqual(before);
    const planned: PrintedChange = JSON.parse(dry.out);
    expect(planned.dryRun).toBe(true);
    expect(planned.changes?.tables.length).toBeGreaterThan(0);

    // One function prints the text of every command.
    if (tryAll || name.startsWith('loans')) {
      const dryRun = await runHiram([...words, '--dry-run'], settings, 'nobody');
      expect(dryRun.out).toContain('Dry run: nothing was changed. Without --dry-run it changes:');
    }

    const yes = name === 'statements reconcile' ? [] : ['--yes'];
    const done = await runHiram([...words, ...yes, '--json'], settings, 'nobody');
    expect(done.code).toBe(code);
    expect(JSON.parse(done.out)).not.toHaveProperty('dryRun');
    const plannedTables = planned.changes?.tables.map(({ table }) =>
      table.startsWith('jobs.') ? 'jobs' : table,
    );
    left = await dump();
    expect([...new Set(plannedTables)].sort()).toEqual(changedTables(before, left));
    // These may run again, and then change nothing.
    const repeated = name.startsWith('loans')
      ? { outcome: 'repeated' }
      : name === 'borrowers add-digests' && { added: 0 };
    if (!repeated) return;
    const again = await runHiram([...words, '--dry-run', '--json'], settings, 'nobody');
    expect(JSON.parse(again.out)).toMatchObject(repeated);
  },
);

test('keys rotate --dry-run counts values under other keys by column and changes nothing', async () => {
  const settings = settingsOf(cluster, database, { DATA_KEY: `${newKey},${oldKey}` });
  const before = await dump();
  const dry = await runHiram(['keys', 'rotate', '--dry-run', '--json'], settings);
  const { columns, left }: { columns: Record<string, number>; left: number } = JSON.parse(dry.out);
  expect(dry.code).toBe(0);
  expect(left).toBeGreaterThan(0);
  expect(await dump()).toEqual(before);
  const done = await runHiram(['keys', 'rotate', '--json'], settings);
  expect(JSON.parse(done.out)).toEqual({ columns, left: 0, underWay: 0 });
  const again = await runHiram(['keys', 'rotate', '--dry-run'], settings);
  expect(again.out).toContain('Dry run: nothing was changed. 0 values are encrypted with another key.');
});

test.each(['payments list', 'reviews list', 'complaints list', 'ledger check'])(
  '%s --json prints one JSON document and nothing else',
  async (name) => {
    const settings = settingsOf(cluster, database, { DATA_KEY: `${newKey},${oldKey}` });
    const { code, out, output } = await runHiram([...name.split(' '), '--json'], settings);
    expect([code, output]).toEqual([0, out]);
    expect(JSON.parse(out)).toBeTypeOf('object');
  },
);
