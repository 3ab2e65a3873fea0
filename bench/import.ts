/**
 * `npm run bench -- import [--loans 100000]`: brings loans of another system from a file, each with a
 * payment, a fifth of them late, tries the file, stages it and cuts over. Beside a running server, with
 * durable writes.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addDays, localDate } from '@hiram/loan';
import { columns } from '@hiram/server/src/operations/import/template.ts';
import pg from 'pg';
import { operate } from './rig/operate.ts';
import { makeDataFolder, startProduct, stopAll } from './rig/product.ts';
import { judge, storeResults } from './rig/results.ts';

const { values } = parseArgs({
  allowPositionals: true,
  options: { loans: { type: 'string', default: '100000' } },
});
const loans = Number(values.loans);
const folder = makeDataFolder();

/** The rows of a loan with one payment. Balances are not computed: differences are accepted. */
function rowsOf(no: number, today: string): Readonly<Record<string, string | number>>[] {
  const loan = `L${no}`;
  const disbursedOn = addDays(localDate(today), no % 5 === 0 ? -120 : -5 - (no % 25));
  return [
    {
      record: 'loan',
      loan,
      phone: `+8613${String(800_000_000 + no)}`,
      name: `Borrower ${no}`,
      principal: '5000.00',
      disbursed_on: disbursedOn,
      balance: '5000.00',
      opening_principal: '5000.00',
      opening_interest: '0',
      opening_late: '0',
      opening_penalty: '0',
    },
    { record: 'payment', loan, day: addDays(disbursedOn, 3), amount: '100.00', reference: '1' },
  ];
}

try {
  const product = await startProduct(folder);
  const owner = new pg.Client({ host: folder.socketDir, user: 'hiram_owner', database: 'hiram' });
  await owner.connect();
  const { rows } = await owner.query<{ today: string; code: string }>(
    `select to_char(now() at time zone 'Asia/Manila', 'YYYY-MM-DD') as today,
      (select code from product where brand = 'spec' and kind = 'perPeriod' order by code limit 1) as code`,
  );
  const { today = '', code = '' } = rows[0] ?? {};
  const file = join(folder.dataDir, 'loans.csv');
  const lines = [columns.join(',')];
  for (let no = 1; no <= loans; no += 1)
    for (const row of rowsOf(no, today))
      lines.push(
        columns
          .map((column) => (column === 'product' && row.record === 'loan' ? code : (row[column] ?? '')))
          .join(','),
      );
  const sum = (cents: number) => (cents / 100).toFixed(2);
  const total: Record<string, string | number> = {
    record: 'total',
    loan: loans,
    principal: sum(loans * 500_000),
    balance: sum(loans * 500_000),
    amount: sum(loans * 10_000),
  };
  lines.push(columns.map((column) => total[column] ?? '').join(','));
  writeFileSync(file, lines.join('\r\n'));
  const words = ['import', 'loans', file, '--brand', 'spec', '--on', today, '--by', 'Ana Cruz'];
  const dry = await operate(folder, [...words, '--dry-run']);
  console.log(`dry run: ${dry.seconds.toFixed(1)} s`);
  const staged = await operate(folder, words);
  console.log(`staged: ${staged.seconds.toFixed(1)} s`);
  const cut = await operate(folder, [
    'import',
    'cut-over',
    staged.answer.import,
    '--by',
    'Ana Cruz',
    '--second',
    'Ben Reyes',
    '--accept',
    '1000000',
    '--yes',
  ]);
  console.log(`cut over: ${cut.seconds.toFixed(1)} s`);
  // The general ledger opens with the imported loans, and agrees with their own ledger.
  const books = await operate(folder, ['books', 'run', '--brand', 'spec', '--on', today]);
  const balance = await operate(folder, ['books', 'trial-balance', '--brand', 'spec', '--on', today]);
  const seconds = dry.seconds + staged.seconds + cut.seconds;
  judge('minutes for 100,000 loans', ((seconds / loans) * 100_000) / 60, { atMost: 10 });
  storeResults('import', {
    loans,
    dryRunSeconds: dry.seconds,
    stagedSeconds: staged.seconds,
    cutOverSeconds: cut.seconds,
    made: cut.answer.loans,
    firstBooksSeconds: books.seconds,
    trialBalance: balance.answer,
  });
  await owner.end();
  await product.stop();
} finally {
  await stopAll();
  folder.remove();
}
