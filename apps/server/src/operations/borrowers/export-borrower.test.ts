import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asId } from '@hiram/contract/ids';
import { beforeAll, expect, inject, test } from 'vitest';
import { type RichBorrower, richBorrower } from '../../../test/support/borrowers/rich-borrower.ts';
import { personalColumns } from '../../../test/support/database/personal-columns.ts';
import { asOwner } from '../../../test/support/database/throwaway-cluster.ts';
import { codeAndText, runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { leftOutColumns } from '../../lending/borrowers/borrower-data.ts';
import {
  type BorrowerReference,
  type BorrowersData,
  ExportError,
  exportBorrower,
} from './export-borrower.ts';

const cluster = inject('cluster');
const dataDir = mkdtempSync(join(tmpdir(), 'hiram-export-'));
const hiram = setUpHiram({ DATA_DIR: dataDir });
let borrower: RichBorrower;
let other: RichBorrower;
let data: BorrowersData;
const read = (reference: BorrowerReference) =>
  asOwner(cluster, hiram.database, (owner) =>
    exportBorrower(owner, hiram.server.appContext.cipher, reference, 'Ana Cruz'),
  );

beforeAll(async () => {
  borrower = await richBorrower(hiram, 'spec');
  other = await richBorrower(hiram, 'spec');
  const { cipher } = hiram.server.appContext;
  await asOwner(cluster, hiram.database, async (owner) => {
    for (const [client, text, age] of [
      [borrower, 'Your code is 1.', '0 minutes'],
      [borrower, 'The former owner’s code.', '20 days'],
      [other, 'Another one’s code.', '0 minutes'],
    ] as const)
      await owner.query(
        `insert into sms (id, brand, phone, purpose, body_encrypted, state, created_at)
         values (gen_random_uuid(), 'spec', $1, 'login', $2, 'sent', now() - $3::interval)`,
        [await phoneOf(client), cipher.encrypt(text), age],
      );
    await owner.query(
      `insert into reference_contact (borrower_id, id, place, name_encrypted, phone_encrypted, phone_digest, relation, created_at)
       values ($1, gen_random_uuid(), 1, $2, $3, $4, 'friend', now())`,
      [
        borrower.borrowerId,
        cipher.encrypt('Jose Rizal'),
        cipher.encrypt('09181234567'),
        cipher.digest('09181234567'),
      ],
    );
  });
  data = await read({ id: borrower.borrowerId });
});

async function phoneOf(client: RichBorrower): Promise<string> {
  const { phone } = await hiram.server.appContext.db
    .selectFrom('borrower')
    .select('phone')
    .where('id', '=', client.borrowerId)
    .executeTakeFirstOrThrow();
  return phone ?? '';
}

/**
 * Tables of docs/data.md whose rows are not known to be the borrower's, or contain only what another table
 * contains.
 */
const notTheirs = [
  'audit_entry',
  'blocked_person',
  'gl_closing',
  'gl_journal',
  'gl_period',
  'idempotency',
  'one_time_code',
  'provider_message',
  'reconciliation_day',
  'reconciliation_difference',
  'sign_in_try',
  // To the staff alone.
  'mail',
  'contact_refused',
  'cell_move',
  'moved_mark',
  'staff',
  'staff_key',
  'staff_signature',
  'staff_recovery',
  'staff_totp',
  'staff_challenge',
  'staff_directory_role',
  'staff_directory_sign_in',
  'approval',
  'approval_message',
  'case_lease',
  'list_view',
  'task',
  'break_glass',
  'payout_stop',
  // What is told of a loan is in its own tables.
  'feed_event',
  'feed_webhook',
  // Before they are a borrower; then what is known of them is in the other tables.
  'imported_loan',
  // What an authority gets is made of the other tables.
  'duty_period',
  'duty_run',
  'duty_rejection',
  'loan_import',
  // A match with a list of persons must not be disclosed to the person.
  'decision_run',
  'screening_entry',
  'screening_hit',
  // Lines of the lender's bank: a payment that they became is the borrower's.
  'statement_import',
  'statement_line',
  'ticket',
  'visitor',
];

test('the export has every column of docs/data.md except digests, hashes and secrets', () => {
  const wanted = personalColumns.filter(
    ({ table, column, storedAs }) =>
      !notTheirs.includes(table) &&
      // The text itself is exported.
      !column.endsWith('.sha256') &&
      !['digest', 'hash'].includes(storedAs) &&
      !leftOutColumns.some((omitted) => omitted === column),
  );
  const tables = new Set(wanted.map(({ table }) => table));
  expect(Object.keys(data.tables)).toEqual(expect.arrayContaining([...tables]));
  let checkedCount = 0;
  for (const { table, column } of wanted) {
    const name = column.slice(table.length + 1).replace(/_?encrypted$/, '') || 'data';
    for (const row of data.tables[table] ?? []) {
      expect(row, column).toHaveProperty([name]);
      checkedCount += 1;
    }
  }
  expect(checkedCount).toBeGreaterThan(40);
});

test('encrypted values are decrypted: names, accounts, forms, texts', () => {
  expect(data.tables.bank_account).toMatchObject([
    { holder: 'Maria Santos', number: expect.stringMatching(/^09/) },
  ]);
  expect(data.tables.borrower_profile).toContainEqual(
    expect.objectContaining({
      data_group: 'public',
      data: expect.objectContaining({ fullName: 'Maria Santos' }),
    }),
  );
  expect(data.tables.reference_contact).toMatchObject([{ name: 'Jose Rizal', phone: '09181234567' }]);
  expect(data.tables.complaint).toMatchObject([{ detail: 'Nobody answers.', answer: 'We do.' }]);
});

test('the export has nothing of other people, of a former owner, or that grants access or pays', async () => {
  const text = JSON.stringify(data);
  expect(data.tables.sms).toMatchObject([{ body: 'Your code is 1.' }]);
  const foreign = [other.borrowerId, await phoneOf(other), other.orderId, other.problemId, other.loanId];
  const secret = await asOwner(cluster, hiram.database, (owner) =>
    owner.query(
      `select password_hash as hash, image_token, token_encrypted::text as token, repay_token from borrower
         join payment_code c on c.borrower_id = borrower.id join debit_card d on d.borrower_id = borrower.id
         join card_payment p on p.borrower_id = borrower.id where borrower.id = $1`,
      [borrower.borrowerId],
    ),
  );
  const secrets = secret.rows.flatMap((row) => Object.values(row)).filter((value) => value !== null);
  expect(secrets.length).toBeGreaterThan(1);
  for (const value of [...foreign, ...secrets, borrower.context.sessionId]) expect(text).not.toContain(value);
  expect(text).not.toContain('\\\\x');
});

test('the export is the same by number and brand; an unknown number belongs to nobody', async () => {
  const phone = await phoneOf(borrower);
  expect((await read({ brand: 'spec', phone })).borrowerId).toBe(borrower.borrowerId);
  await expect(read({ brand: 'ph', phone })).rejects.toThrow(ExportError);
  await expect(read({ id: asId(borrower.orderId) })).rejects.toThrow('No borrower with this id or number.');
});

test('an operator exports a folder for one person, with the pictures and an entry in the audit trail', async () => {
  const to = join(mkdtempSync(join(dataDir, 'export-')), 'of-one');
  const exported = (...options: string[]) =>
    codeAndText(
      runHiram(
        ['borrowers', 'export', ...options],
        settingsOf(cluster, hiram.database, { DATA_DIR: dataDir }),
      ),
    );
  const options = ['--borrower', borrower.borrowerId, '--to', to, '--by', 'Ana Cruz'];
  const entries = () =>
    asOwner(cluster, hiram.database, (owner) =>
      owner.query(`select actor, borrower_id from audit_entry where action = 'export' order by id`),
    );
  const before = (await entries()).rows.length;
  expect(await exported(...options)).toEqual({
    code: 0,
    output: expect.stringMatching(
      new RegExp(`^Borrower ${borrower.borrowerId}: \\d+ rows, 2 pictures in ${to}\\n$`),
    ),
  });
  const files = readdirSync(to).sort();
  expect(files).toEqual(['data.json', ...data.pictures.map(({ file }) => file)].sort());
  for (const file of [to, ...files.map((name) => join(to, name))])
    expect(statSync(file).mode & 0o077, file).toBe(0);
  expect(JSON.parse(readFileSync(join(to, 'data.json'), 'utf8'))).toMatchObject({
    bank_account: data.tables.bank_account,
  });
  for (const { file: name } of data.pictures)
    expect(readFileSync(join(to, name))).toEqual(await hiram.server.appContext.ports.files.get(name));
  expect((await entries()).rows.slice(before)).toEqual([
    { actor: 'command borrowers export by Ana Cruz', borrower_id: borrower.borrowerId },
  ]);

  expect(await exported(...options)).toEqual({ code: 1, output: `${to} is not a new folder: EEXIST\n` });
  const missing = join(dataDir, 'of-nobody');
  expect(await exported('--borrower', borrower.orderId, '--to', missing, '--by', 'Ana Cruz')).toEqual({
    code: 1,
    output: 'No borrower with this id or number.\n',
  });
  expect(existsSync(missing)).toBe(false);
  for (const wrong of [
    ['--borrower', borrower.borrowerId, '--by', 'Ana Cruz'],
    ['--borrower', borrower.borrowerId, '--to', missing],
    ['--to', missing, '--by', 'Ana Cruz'],
    ['--brand', 'spec', '--to', missing, '--by', 'Ana Cruz'],
  ])
    expect(await exported(...wrong)).toEqual({ code: 2, output: expect.stringMatching(/^error: /) });
});
