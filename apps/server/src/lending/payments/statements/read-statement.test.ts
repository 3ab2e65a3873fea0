import type { ColumnMap } from '@hiram/contract/console/bank-statement';
import { localDate } from '@hiram/loan';
import { expect, test } from 'vitest';
import { plainMap } from '../../../sandbox/fill/bank-statement.ts';
import { decodeStatement } from './decode-statement.ts';
import { type LineRules, readLine } from './read-line.ts';
import { readRecords } from './read-records.ts';
import { readStatement } from './read-statement.ts';

const map = plainMap;
const rules: LineRules = { map, currency: 'PHP', today: localDate('2026-11-22') };
const head = 'Date,Reference,Amount\n';
async function read(text: string, changed: Partial<ColumnMap> = {}, corrected: readonly number[] = []) {
  const records = await readRecords(text, changed.delimiter ?? map.delimiter);
  if ('rejected' in records) throw new Error(records.rejected);
  return readStatement(records, { ...rules, map: { ...map, ...changed } }, new Set(corrected));
}
const amountOf = (text: string, changed: Partial<ColumnMap> = {}) => {
  const line = readLine(['2026-11-20', 'ABCD12345678', text], { ...rules, map: { ...map, ...changed } });
  if (line.kind === 'faulty') return line.fault.fault;
  return line.kind === 'incoming' ? line.line.amount : 'outgoing';
};

test('an amount counts in exactly the file’s notation, and any other one is named as faulty [T376]', () => {
  for (const [text, cents] of [
    ['1234.56', 123_456],
    ['1,234.56', 123_456],
    ['12,34,567.00', 123_456_700],
    ['₱3,463.10', 346_310],
    ['+5', 500],
    ['0.01', 1],
    ['-5.00', 'outgoing'],
    ['(5.00)', 'outgoing'],
    ['0', 'outgoing'],
  ] as const)
    expect([text, amountOf(text)]).toEqual([text, cents]);
  for (const text of ['1.234,56', '1.5.0', '12,3', '', '=1+1', '1e3', '0x10', '1.234', '٣', 'five'])
    expect([text, amountOf(text)]).toEqual([text, text.startsWith('=') ? 'formula' : 'amount']);
  expect(amountOf('1.234,56', { decimal: ',' })).toBe(123_456);
  expect(amountOf('1,234.56', { decimal: ',' })).toBe('amount');
  expect(amountOf(`${2 ** 53}`)).toBe('tooLarge');
  expect(amountOf('10000000000.01')).toBe('tooLarge');
});

test('an amount that came in with parts of a rupiah is faulty, one that went out is not [T2074]', () => {
  const inRupiah = (text: string) =>
    readLine(['2026-11-20', 'ABCD12345678', text], { ...rules, currency: 'IDR' });
  expect(inRupiah('100000.50')).toMatchObject({ kind: 'faulty', fault: { column: 2, fault: 'parts' } });
  expect(inRupiah('100000.00').kind).toBe('incoming');
  expect(inRupiah('-12.34').kind).toBe('outgoing');
});

test('a day is read in the file’s order alone; one that does not exist or is to come is faulty', async () => {
  const dayOf = (text: string, dateOrder: ColumnMap['dateOrder']) => {
    const line = readLine([text, 'ABCD12345678', '1.00'], { ...rules, map: { ...map, dateOrder } });
    return line.kind === 'incoming' ? line.line.bookedOn : line.kind === 'faulty' ? line.fault.fault : '';
  };
  expect(dayOf('2026-11-02', 'YMD')).toBe('2026-11-02');
  expect(dayOf('02/11/2026', 'DMY')).toBe('2026-11-02');
  expect(dayOf('11/02/2026 09:12:41', 'MDY')).toBe('2026-11-02');
  expect(dayOf('2.11.26', 'DMY')).toBe('2026-11-02');
  expect(dayOf('2026-02-30', 'YMD')).toBe('date');
  expect(dayOf('20/11/2026', 'MDY')).toBe('date');
  expect(dayOf('2026-11-23', 'YMD')).toBe('future');
});

test('formulas stay text, quotations and line ends are read, and a line that stands twice counts once', async () => {
  const statement = await read(
    `\ufeff${head}2026-11-20,"=HYPERLINK(""http://x"",""AB12345678"")",10.00\r\n` +
      '2026-11-20,"InstaPay 602 ABCD12345678 from\nsomebody",20.00\r\n' +
      '2026-11-20,QWER12345678,30.00\n2026-11-20,QWER12345678,30.00\n2026-11-21,QWER12345678,-1.00\nTotal,,59.00\n',
  );
  expect(statement.lines.map(({ reference, amount }) => [reference, amount])).toEqual([
    ['AB12345678', 1_000],
    ['ABCD12345678', 2_000],
    ['QWER12345678', 3_000],
  ]);
  expect(statement).toMatchObject({ twice: [6], outgoing: [7], wentOut: 100, faulty: 1 });
  expect(statement.faults).toEqual([{ lineNo: 8, column: 0, text: 'Total', fault: 'date' }]);
});

test('equal transactions with a running balance are two; a line in another currency is faulty', async () => {
  const text = `${head}2026-11-20,ABCD12345678,1.00,PHP,5.00\n2026-11-20,ABCD12345678,1.00,PHP,6.00\n2026-11-20,ABCD12345678,1.00,USD,7.00\n`;
  expect((await read(text)).lines).toHaveLength(1);
  const statement = await read(text, { balance: 4, currency: 3 });
  expect(statement.lines).toHaveLength(2);
  expect(statement.faults).toEqual([{ lineNo: 4, column: 3, text: 'USD', fault: 'currency' }]);
  expect((await read(`${head}2026-11-20,ABCD12345678\n`)).faults).toEqual([
    { lineNo: 2, column: 2, text: '', fault: 'columns' },
  ]);
});

test('UTF-8, UTF 16 and Windows-1252 are read; a file in two encodings is not guessed at', () => {
  const text = 'Señor Peña,₱';
  expect(decodeStatement(Buffer.from(text))).toEqual({ text, encoding: 'UTF-8' });
  expect(decodeStatement(Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual({ text, encoding: 'UTF-16' });
  const latin = Buffer.from('Señor Peña', 'latin1');
  expect(decodeStatement(latin)).toEqual({ text: 'Señor Peña', encoding: 'Windows-1252' });
  const two = Buffer.concat([Buffer.from('Day,Name\n1,Señor\n2,'), latin]);
  expect(decodeStatement(two)).toEqual({ line: 3, character: 5 });
});

test('a quotation that never ends and too many lines are said, not waited for', async () => {
  const endless = `${head}2026-11-20,A,1.00\n2026-11-20,"${'x'.repeat(50_000)}`;
  expect(await readRecords(endless, ',')).toEqual({ rejected: 'notCsv', line: 3 });
  expect(await readRecords('a,b,c\n'.repeat(100_001), ',')).toEqual({ rejected: 'statementTooLarge' });
});

test('ten megabytes are read in pieces: others run meanwhile @verify', async () => {
  const line = (index: number) => `2026-11-20,REF${String(index).padStart(9, '0')},1.00,${'x'.repeat(90)}\n`;
  // As many columns as the lines have: the parser notes each line that has more, which takes most of its time.
  const heads = head.replace('\n', ',Note\n');
  const text = heads + Array.from({ length: 90_000 }, (_, index) => line(index)).join('');
  expect(text.length).toBeGreaterThan(9_000_000);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const statement = await read(text);
  clearInterval(timer);
  expect(statement.lines).toHaveLength(90_000);
  expect(turns).toBeGreaterThan(50);
});

test('a statement with a column for what came in and one for what went out is read by both [T881]', async () => {
  const text = [
    'Date,Reference,Credit,Debit',
    '2026-11-20,ABCD12345678,"1,234.50",',
    '2026-11-20,ABCD12345679,,500.00',
    '2026-11-20,ABCD12345670,0.00,-20.00',
    '2026-11-20,ABCD12345671,7.00,0.00',
    '2026-11-20,ABCD12345672,1.00,2.00',
    '2026-11-20,ABCD12345673,,',
    '2026-11-20,ABCD12345674,,five',
  ].join('\n');
  const { lines, outgoing, faults } = await read(text, { debit: 3 });
  expect(lines.map(({ amount }) => amount)).toEqual([123_450, 700]);
  expect(outgoing).toEqual([3, 4]);
  expect(faults.map(({ lineNo, column, fault }) => [lineNo, column, fault])).toEqual([
    [6, 2, 'amount'],
    [7, 2, 'amount'],
    [8, 3, 'amount'],
  ]);
});

test('a faulty day or amount is proposed as what it can mean, read so once a person says it [T1380]', async () => {
  const text = `${head}2026-24-11,ABCD12345678,1.00\n2026-11-20,ABCD12345679,"1.154,40"\n2026-13-13,ABCD12345670,2.00\n`;
  const today = { ...rules, today: localDate('2026-11-24') };
  const records = await readRecords(text, ',');
  if ('rejected' in records) throw new Error(records.rejected);
  const first = readStatement(records, today);
  expect(first.faults).toEqual([
    { lineNo: 2, column: 0, text: '2026-24-11', fault: 'date', proposal: { day: '2026-11-24' } },
    { lineNo: 3, column: 2, text: '1.154,40', fault: 'amount', proposal: { amount: 115_440 } },
    { lineNo: 4, column: 0, text: '2026-13-13', fault: 'date' },
  ]);
  const again = readStatement(records, today, new Set([2, 3, 4]));
  expect(again.lines.map(({ bookedOn, amount }) => [bookedOn, amount])).toEqual([
    ['2026-11-24', 100],
    ['2026-11-20', 115_440],
  ]);
  expect(again.faulty).toBe(1);
});

test('the running balance is followed in either order; a jump is named by its line [T1381]', async () => {
  const lines = [
    '2026-11-20,AAAA12345678,1.00,101.00',
    '2026-11-20,BBBB12345678,-5.00,96.00',
    '2026-11-21,CCCC12345678,2.50,98.50',
  ];
  const balanceOf = async (some: readonly string[]) =>
    (await read(head + some.join('\n'), { balance: 3 })).balance;
  const whole = { opening: 10_000, closing: 9_850, ours: 9_850, jumps: [] };
  expect(await balanceOf(lines)).toEqual(whole);
  expect(await balanceOf([...lines].reverse())).toEqual(whole);
  // A line that stands twice, and one that cannot be read, are no jump; a line that is missing is one.
  expect(await balanceOf([...lines.slice(0, 1), ...lines])).toEqual(whole);
  expect(await balanceOf([...lines.slice(0, 2), '2026-11-21,CCCC12345678,two,98.50'])).toMatchObject({
    closing: 9_850,
    ours: 9_600,
    jumps: [],
  });
  expect(await balanceOf([lines[0] ?? '', lines[2] ?? ''])).toMatchObject({
    jumps: [{ lineNo: 3, expected: 10_350, found: 9_850 }],
  });
});

test('an equal line that the balance leads to is another movement; a repeated page is none [T2038]', async () => {
  const balanceOf = async (lines: readonly string[]) => {
    const { lines: came, twice, balance } = await read(`${head}${lines.join('\n')}\n`, { balance: 3 });
    return { cents: came.map(({ amount }) => amount), twice, jumps: balance?.jumps };
  };
  const round = ['2026-11-20,,100.00,1100.00', '2026-11-20,,-100.00,1000.00'];
  const whole = [...round, '2026-11-20,,100.00,1100.00', '2026-11-20,,50.00,1150.00'];
  const cents = [10_000, 10_000, 5_000];
  expect(await balanceOf(whole)).toEqual({ cents, twice: [], jumps: [] });
  expect(await balanceOf(whole.toReversed())).toEqual({
    cents: cents.toReversed(),
    twice: [],
    jumps: [],
  });
  // Two pages that share lines, of which some went out.
  const paged = [...whole, '2026-11-20,,-20.00,1130.00', whole[3] ?? '', '2026-11-20,,-20.00,1130.00'];
  expect(await balanceOf([...paged, '2026-11-21,,7.00,1137.00'])).toEqual({
    cents: [...cents, 700],
    twice: [7, 8],
    jumps: [],
  });
  // The last line may be another movement, below one that is missing.
  expect((await balanceOf([...whole, whole[2] ?? ''])).jumps).toEqual([
    { lineNo: 6, expected: 125_000, found: 110_000 },
  ]);
});

test('an equal line below one without a balance is a jump, not a line that stands twice [T2070]', async () => {
  const jumpsOf = async (lines: readonly string[]) => {
    const { lines: came, twice, balance } = await read(`${head}${lines.join('\n')}\n`, { balance: 3 });
    return { cents: came.map(({ amount }) => amount), twice, jumps: balance?.jumps };
  };
  const lines = ['2026-11-20,,100.00,1100.00', '2026-11-20,,-100.00,', '2026-11-20,,100.00,1100.00'];
  const jumps = [{ lineNo: 4, expected: 120_000, found: 110_000 }];
  expect(await jumpsOf(lines)).toEqual({ cents: [10_000, 10_000], twice: [], jumps });
  expect(await jumpsOf([...lines, '2026-11-20,,50.00,1150.00'])).toEqual({
    cents: [10_000, 10_000, 5_000],
    twice: [],
    jumps,
  });
});

test('without balances, equal lines of a reference are one, and equal lines without one are as many', async () => {
  const { lines, twice } = await read(
    `${head}2026-11-20,QWER12345678,30.00\n2026-11-20,,30.00\n2026-11-20,,30.00\n2026-11-20,QWER12345678,30.00\n`,
  );
  expect([lines.length, twice]).toEqual([3, [5]]);
});
