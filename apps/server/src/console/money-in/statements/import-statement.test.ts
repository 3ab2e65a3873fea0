import { randomUUID } from 'node:crypto';
import { importStatement, listImports, undoImport } from '@hiram/contract/console/bank-statement';
import { countMoneyIn, listStatementLines, setLineAside } from '@hiram/contract/console/money-in';
import { utrSubmit } from '@hiram/contract/repay';
import { type RawBuilder, sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { setUpHiram, setUpStaffMember } from '../../../../test/support/processes/set-up.ts';
import { checkTasks } from '../../../lending/reconciliation/check-tasks.ts';
import { actAs } from '../../../platform/database/actor.ts';
import { inTransaction } from '../../../platform/database/connection/connect.ts';
import { newUtr } from '../../../sandbox/fill/bank-statement.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph' });
const cashier = setUpStaffMember(hiram, 'cashier');
beforeAll(async () => {
  await hiram.refuseUnnamed();
});
afterEach(async () => expect(await checkTasks(hiram.server.appContext.db)).toEqual([]));

const spec = { brand: 'spec' };

const send = (text: string, changed: object = {}, options = spec) =>
  cashier.browser.send(
    importStatement,
    {
      fileName: 'bank.csv',
      isTrial: false,
      content: Buffer.from(text).toString('base64'),
      ...changed,
    } as never,
    options,
  );

const head = 'Posting date,Description,Reference No.,Debit,Credit,Balance,Sender\n';
const line = (utr: string, came: string, balance: string) =>
  `24/10/2026,"InstaPay, in",${utr},,"${came}","${balance}",NOEL C***\n`;

test('a file tells its account, columns and notation, and each result before anything is kept [T1384]', async () => {
  const [claimed, other, nobodys] = [newUtr(), newUtr(), newUtr()];
  const claim = async (utr: string, amount: number) => {
    const borrower = await hiram.borrower({ state: '180' });
    const input = { orderId: borrower.orderId, channelNumber: '10005', utr, amount };
    await hiram.send(utrSubmit, input, borrower.context, { key: randomUUID() });
    return borrower;
  };
  const borrower = await claim(claimed, 100_000);
  await claim(other, 70_000);
  const text =
    head +
    line(claimed, '1,000.00', '2,000.00') +
    line(nobodys, '250.50', '2,250.50') +
    '24/10/2026,Fee,FEE00001,50.00,,"2,200.50",\n' +
    line(nobodys, '250.50', '2,250.50') +
    line(other, '699.00', '2,899.50');
  const { data } = await send(text, { isTrial: true });
  expect(data.understood).toMatchObject({
    account: '10005',
    mapBy: 'headings',
    encoding: 'UTF-8',
    isDateOrderSure: true,
    filesBefore: 0,
    headings: ['Posting date', 'Description', 'Reference No.', 'Debit', 'Credit', 'Balance', 'Sender'],
    map: {
      dateOrder: 'DMY',
      decimal: '.',
      date: 0,
      reference: 2,
      debit: 3,
      amount: 4,
      balance: 5,
      sender: 6,
    },
  });
  expect(data).toMatchObject({
    total: 5,
    added: 3,
    repeated: 1,
    cameIn: 194_950,
    wentOut: 5_000,
    balance: { opening: 100_000, closing: 289_950, ours: 289_950, jumps: [] },
    results: {
      matches: { count: 1, amount: 100_000 },
      sumDiffers: { count: 1, amount: 69_900 },
      nobody: { count: 1, amount: 25_050 },
    },
  });
  expect(data.rows.map(({ lineNo, result }) => [lineNo, result])).toEqual([
    [6, 'sumDiffers'],
    [3, 'nobody'],
    [5, 'twice'],
    [2, 'matches'],
    [4, 'outgoing'],
  ]);
  expect(data.rows[0]?.claim?.amount).toBe(70_000);
  expect(data.rows[3]?.claim).toMatchObject({ orderId: borrower.orderId, amount: 100_000 });
  expect((await cashier.browser.send(listImports, {}, spec)).data.imports).toEqual([]);
  expect(await hiram.owner.selectFrom('statement_map').selectAll().execute()).toEqual([]);
  // The next file of the account is read as this one, and says so.
  const { importId } = (await send(text)).data;
  const next = (await send(head + line(newUtr(), '1.00', '2,900.50'), { isTrial: true })).data;
  expect(next.understood).toMatchObject({ mapBy: 'saved', filesBefore: 1 });
  expect(next.balance?.lastClosing).toBe(289_950);
  await cashier.browser.send(undoImport, { importId: importId ?? '' }, spec);
});

test('a line counts once in files with balances and without; two of different balances are two [T1375]', async () => {
  const [one, two] = [newUtr(), newUtr()];
  const map = { skip: 1, delimiter: ',', date: 0, dateOrder: 'DMY', reference: 2, amount: 4, decimal: '.' };
  const withBalance = { map: { ...map, balance: 5 } };
  const added = async (text: string, changed: object) => {
    const { data, success } = await send(head + text, { map, ...changed });
    expect(success).toBe(true);
    importIds.push(data.importId ?? '');
    return [data.added, data.amount, data.repeated];
  };
  const importIds: string[] = [];
  const [first, second] = [line(one, '10.00', '110.00'), line(one, '10.00', '120.00')];
  expect(await added(first, withBalance)).toEqual([1, 1_000, 0]);
  expect(await added(first, {})).toEqual([0, 0, 1]);
  expect(await added(second, withBalance)).toEqual([1, 1_000, 0]);
  expect(await added(first + second, withBalance)).toEqual([0, 0, 2]);
  expect(await added(first + second, {})).toEqual([0, 0, 2]);
  const third = line(two, '20.00', '140.00');
  expect(await added(third, {})).toEqual([1, 2_000, 0]);
  expect(await added(third, withBalance)).toEqual([0, 0, 1]);
  // The line that was there has its balance now, so this one is another.
  expect(await added(line(two, '20.00', '160.00'), withBalance)).toEqual([1, 2_000, 0]);
  expect(await added(third + line(two, '20.00', '160.0'), withBalance)).toEqual([0, 0, 2]);
  for (const importId of importIds) await cashier.browser.send(undoImport, { importId }, spec);
});

test('money that came in, went back and came in again on one day is two payments, in two files [T2040]', async () => {
  const round = `${line('', '100.00', '1,100.00')}24/10/2026,Returned,,100.00,,"1,000.00",\n`;
  const first = head + round;
  const day = first + line('', '100.00', '1,100.00') + line('', '50.00', '1,150.00');
  const { data: early } = await send(first);
  expect(early).toMatchObject({ added: 1, amount: 10_000, repeated: 0 });
  const { data: late } = await send(day);
  expect(late).toMatchObject({ added: 2, amount: 15_000, repeated: 1, balance: { jumps: [] } });
  expect((await send(day, { isTrial: true })).data).toMatchObject({ added: 0, repeated: 3 });
  for (const { importId } of [early, late])
    await cashier.browser.send(undoImport, { importId: importId ?? '' }, spec);
});

test('an import is undone until a line of it is used, and the file can come again [T1385]', async () => {
  const [one, other] = [newUtr(), newUtr()];
  const text = head + line(one, '10.00', '100.00') + line(other, '20.00', '120.00');
  const { importId = '' } = (await send(text)).data;
  expect(await cashier.browser.send(undoImport, { importId }, { brand: 'ph' })).toMatchObject({
    status: 404,
  });
  expect((await cashier.browser.send(undoImport, { importId }, spec)).data).toEqual({ lines: 2 });
  expect((await cashier.browser.send(countMoneyIn, {}, spec)).data.lines).toBe(0);
  expect(await cashier.browser.send(undoImport, { importId }, spec)).toMatchObject({ code: 'importUndone' });
  const again = (await send(text)).data;
  expect(again).toMatchObject({ added: 2, repeated: 0 });
  const { lines } = (await cashier.browser.send(listStatementLines, {}, spec)).data;
  const lineId = lines.find(({ reference }) => reference === one)?.lineId ?? '';
  await cashier.browser.send(setLineAside, { lineId, reason: 'interest of the bank' }, spec);
  expect(await cashier.browser.send(undoImport, { importId: again.importId ?? '' }, spec)).toMatchObject({
    code: 'importUsed',
  });
  const { imports } = (await cashier.browser.send(listImports, {}, spec)).data;
  expect(imports.slice(0, 2).map(({ state, amount, by }) => [state, amount, by])).toEqual([
    ['used', 3_000, cashier.name],
    ['undone', 0, cashier.name],
  ]);
  const left = lines.find(({ reference }) => reference === other)?.lineId ?? '';
  await cashier.browser.send(setLineAside, { lineId: left, reason: 'a test of imports' }, spec);
});

test('the database deletes no line of a file that is not undone, and no line that somebody used [T1386]', async () => {
  const { importId = '' } = (await send(head + line(newUtr(), '30.00', '30.00'))).data;
  const act = (statement: RawBuilder<unknown>) =>
    actAs('a test', () => inTransaction(hiram.server.appContext.db, (trx) => statement.execute(trx)));
  const remove = () => act(sql`delete from statement_line where import_id = ${importId}`);
  await expect(remove()).rejects.toThrow(/deleted with its undone import, unused/);
  const { lines } = (await cashier.browser.send(listStatementLines, {}, spec)).data;
  await cashier.browser.send(
    setLineAside,
    { lineId: lines[0]?.lineId ?? '', reason: 'a test of lines' },
    spec,
  );
  await act(
    sql`update statement_import set undone_by = imported_by, undone_at = now() where id = ${importId}`,
  );
  await expect(remove()).rejects.toThrow(/deleted with its undone import, unused/);
});

test('a file that does not add up or cannot be divided is refused by line and column [T1387]', async () => {
  const jumping = head + line(newUtr(), '10.00', '100.00') + line(newUtr(), '20.00', '125.00');
  expect((await send(jumping, { isTrial: true })).data.balance?.jumps).toEqual([
    { lineNo: 3, expected: 12_000, found: 12_500 },
  ]);
  expect(await send(jumping)).toMatchObject({
    code: 'balanceJumps',
    message: expect.stringContaining('line 3, column 6'),
  });
  const map = { skip: 1, delimiter: ';', date: 0, dateOrder: 'DMY', reference: 2, amount: 4, decimal: '.' };
  expect(await send(jumping, { map })).toMatchObject({
    code: 'wrongSeparator',
    field: 'map.delimiter',
    message: expect.stringMatching(/“;”.*line 2 has one column.*column 1/),
  });
  const mixed = Buffer.concat([Buffer.from('Day,Señor\n1,'), Buffer.from('Señor', 'latin1')]);
  expect(await send('', { content: mixed.toString('base64') })).toMatchObject({
    code: 'mixedEncoding',
    message: expect.stringContaining('line 2, character 5'),
  });
  expect(await send('Name,Telephone\nAlma,0917')).toMatchObject({ code: 'chooseColumns', field: 'map' });
  expect(await send('a,b', { account: '404' })).toMatchObject({ code: 'unknownAccount', field: 'account' });
  const formula = await send(`${head}24/10/2026,In,${newUtr()},,=1+1,10.00,\n`, { isTrial: true });
  expect(formula.data.faults).toMatchObject([{ lineNo: 2, column: 4, text: '=1+1', fault: 'formula' }]);
});

test('ten thousand lines are read and stored in one call, before the second time @verify [T1388]', async () => {
  const lines = Array.from({ length: 10_000 }, (_, at) =>
    line(`BULK${String(at).padStart(8, '0')}`, '1.00', `${at + 1}.00`),
  );
  const text = head + lines.join('');
  const { importId = '', ...first } = (await send(text)).data;
  expect(first).toMatchObject({ total: 10_000, added: 10_000, amount: 1_000_000, faulty: 0 });
  expect(first.rows).toHaveLength(40);
  expect((await send(text, { isTrial: true })).data).toMatchObject({ added: 0, repeated: 10_000 });
  await cashier.browser.send(undoImport, { importId }, spec);
});
