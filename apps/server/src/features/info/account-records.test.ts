import type { DocumentText } from '@hiram/contract/document';
import { asId } from '@hiram/contract/ids';
import { storedContracts } from '@hiram/contract/info';
import { withdraw } from '@hiram/contract/order';
import { instalmentDetail } from '@hiram/contract/repay';
import { localDate } from '@hiram/loan';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { payByCode } from '../../../test/support/borrowers/pay-by-code.ts';
import { wordsOf } from '../../../test/support/inputs/pdf-words.ts';
import { runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { recordUrl } from './record-address.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph,id,in' });

const documents = async ({ orderId, context }: DemoBorrower) =>
  (await hiram.send(storedContracts, { orderId }, context)).data;

async function read(url = ''): Promise<DocumentText> {
  const answer = await fetch(hiram.origin + url, { headers: { accept: 'application/json' } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as DocumentText;
}

/** The cells of a document's table rows. */
const rowsOf = (html: string) =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell = '']) => cell),
  );

const digits = (text = '') => (text.startsWith('−') ? -1 : 1) * Number(text.replace(/\D/g, ''));

/** Pays what the page asks for to pay the loan off. */
async function payOff(borrower: DemoBorrower, more = 0): Promise<void> {
  const { data: bill } = await hiram.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context);
  const amount = bill.ways.find(({ kind }) => kind === 'payoff')?.amount ?? bill.repayAmount;
  await payByCode(hiram, borrower, { amount, excess: more });
}

/** A loan that is paid in full after some days, with `more` cents than the payoff. */
async function settled({ brand = 'ph', days = 70, more = 0 } = {}): Promise<DemoBorrower> {
  const borrower = await hiram.borrower({ state: '151' }, brand);
  await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context);
  await hiram.until(
    () => documents(borrower),
    ({ statement }) => statement !== undefined,
  );
  if (days > 0) await hiram.days(days);
  await payOff(borrower, more);
  return borrower;
}

const verify = async (code: string, brand = 'ph') =>
  (await fetch(`${hiram.origin}/verify?${new URLSearchParams({ appName: brand, code })}`)).text();

test.each(['spec', 'ph', 'id'])(
  'KEY-06 in %s a statement of account adds up line by line to what is owed [T1516]',
  async (brand) => {
    const borrower = await hiram.borrower({ state: '180' }, brand);
    const { statement, certificate } = await documents(borrower);
    expect(certificate).toBeUndefined();
    const { html, summary } = await read(statement?.viewUrl);
    const lines = rowsOf(html).filter((cells) => cells.length === 4);
    const [, opening, ...rest] = lines;
    let owed = digits(opening?.[3]);
    expect(rest.length).toBeGreaterThan(2);
    for (const [, , amount, after] of rest) {
      owed += digits(amount);
      expect(digits(after)).toBe(owed);
    }
    expect(digits(summary.figures[0]?.value)).toBe(owed);
    const pdf = await fetch(hiram.origin + statement?.pdfUrl);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(wordsOf(Buffer.from(await pdf.arrayBuffer()))).toContain(summary.figures[0]?.value);
  },
);

test('KEY-06 a statement says why its interest differs from that of a receipt [T1973]', async () => {
  const borrower = await hiram.borrower({ state: '180' }, 'ph');
  const { statement } = await documents(borrower);
  expect((await read(statement?.viewUrl)).html).toContain('Its receipt names the interest of the agreed');
});

test('KEY-06 a statement of some days begins with what was owed before them [T1517]', async () => {
  const borrower = await settled();
  const { statement } = await documents(borrower);
  const whole = rowsOf((await read(statement?.viewUrl)).html).filter((cells) => cells.length === 4);
  const from = statement?.to ?? '';
  const last = rowsOf((await read(`${statement?.viewUrl}&from=${from}`)).html).filter(
    (cells) => cells.length === 4,
  );
  expect(last.length).toBeLessThan(whole.length);
  expect(last.at(-1)?.[3]).toBe(whole.at(-1)?.[3]);
  // Days that are none, or before the loan, are the loan's own.
  for (const query of ['&from=2026-02-30', '&from=x', '&from=1999-01-01', '&to=2999-01-01'])
    expect(
      rowsOf((await read(statement?.viewUrl + query)).html).filter((cells) => cells.length === 4),
    ).toEqual(whole);
});

test('KEY-06 a certificate of full payment is checked by code, without a word of its borrower [T1518]', async () => {
  const borrower = await settled();
  const { certificate } = await documents(borrower);
  const { html, summary } = await read(certificate?.viewUrl);
  expect(html).toContain('Maria Santos');
  const rows = new Map(rowsOf(html).map(([label = '', value = '']) => [label, value]));
  const parts = ['Principal', 'Interest', 'Late interest', 'One-time penalty'].map((name) =>
    digits(rows.get(name)),
  );
  expect(parts.reduce((sum, part) => sum + part)).toBe(digits(rows.get('Paid in total')));
  expect(rows.get('Paid in total')).toBe(summary.figures[0]?.value);
  const code = rows.get('Check code') ?? '';
  expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4} ?){4}$/);
  // Another request shows the same one.
  expect((await read((await documents(borrower)).certificate?.viewUrl)).html).toContain(code);
  const answer = await verify(code.toLowerCase());
  expect(answer).toContain('This certificate is valid');
  for (const word of ['Maria', 'Santos', borrower.orderId]) expect(answer).not.toContain(word);
  expect(await verify('0000 0000 0000 0000')).toContain('has this code');
  expect(await verify('<script>alert(1)</script>')).not.toContain('<script>alert');
  // Another brand of the lender did not issue it.
  expect(await verify(code, 'id')).toContain('kode ini');
  const pdf = await fetch(hiram.origin + certificate?.pdfUrl);
  expect(wordsOf(Buffer.from(await pdf.arrayBuffer()))).toContain(code);
});

test.each([
  ['ph', 70, 25_000, 'Your credit', '₱250.00'],
  ['in', 0, 0, 'Fee given back', '−₹400'],
])(
  'KEY-06 in %s the records name a credit and a fee given back as the page does, and add up [T1962]',
  async (brand, days, more, name, amount) => {
    const borrower = await settled({ brand, days, more });
    const { certificate, statement } = await documents(borrower);
    const { html: certified, summary } = await read(certificate?.viewUrl);
    expect(summary.figures[0]?.workedOut).not.toContain('+ −');
    const rows = rowsOf(certified).filter((cells) => cells.length === 2);
    expect(rows).toContainEqual([name, amount]);
    const from = rows.findIndex(([label]) => label === 'Principal');
    const to = rows.findIndex(([label]) => label === 'Paid in total');
    const sum = rows.slice(from, to).reduce((total, [, value]) => total + digits(value), 0);
    expect(sum).toBe(digits(rows[to]?.[1]));
    const account = (await read(statement?.viewUrl)).html;
    if (name !== 'Your credit') expect(account).toContain(`<td>${name}</td><td>${amount}</td>`);
    expect(certified + account).not.toContain('more than the rules allow');
  },
);

test('KEY-06 a loan of which principal was waived is certified as settled, not as paid in full [T1662]', async () => {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' }, 'ph');
  const persons = ['--reference', 'MEMO-23', '--by', 'Ana Cruz', '--second', 'Ben Reyes', '--yes'];
  const waiver = ['--principal', '1000.00', '--reason', 'a settlement', ...persons];
  const settings = settingsOf(inject('cluster'), hiram.database);
  expect((await runHiram(['loans', 'waive', borrower.orderId, ...waiver], settings)).code).toBe(0);
  await payOff(borrower);
  const { certificate } = await documents(borrower);
  const { html } = await read(certificate?.viewUrl);
  expect(html).toContain('₱1,000.00 of it was waived, the rest was paid. Nothing is owed under it.');
  expect(html).not.toContain('paid in full on');
  const code = rowsOf(html).find(([label]) => label === 'Check code')?.[1] ?? '';
  expect(await verify(code)).toContain('the loan was settled on');
});

test('KEY-06 no certificate is dated before the settlement that it certifies [T1657]', async () => {
  const borrower = await settled();
  const { certificate } = await documents(borrower);
  const dates = new Map(
    rowsOf((await read(certificate?.viewUrl)).html).map(([label = '', value = '']) => [label, value]),
  );
  expect(dates.get('Issued on')).toBe(dates.get('Settled on'));
  expect(await verify(dates.get('Check code') ?? '')).toContain(`issued it on ${dates.get('Settled on')}`);
});

test('KEY-06 a certificate no longer holds once the loan runs again [T1519]', async () => {
  const borrower = await settled();
  const { certificate } = await documents(borrower);
  const code =
    new Map(
      rowsOf((await read(certificate?.viewUrl)).html).map(([label = '', value = '']) => [label, value]),
    ).get('Check code') ?? '';
  await sql`update loan_order set status = 'active', settled_on = null where id = ${borrower.orderId}`.execute(
    hiram.server.appContext.db,
  );
  expect(await verify(code)).toContain('no longer holds');
  expect((await fetch(hiram.origin + certificate?.viewUrl)).status).toBe(404);
});

test('KEY-06 a certificate no longer holds once the loan was settled again on another day [T2567]', async () => {
  const borrower = await settled();
  const { certificate } = await documents(borrower);
  const rows = new Map(
    rowsOf((await read(certificate?.viewUrl)).html).map(([label = '', value = '']) => [label, value]),
  );
  const code = rows.get('Check code') ?? '';
  expect(await verify(code)).toContain('This certificate is valid');
  await sql`update loan_order set settled_on = settled_on - 1 where id = ${borrower.orderId}`.execute(
    hiram.owner,
  );
  expect(await verify(code)).toContain('no longer holds');
});

test('KEY-06 a record of the account is shown to its owner alone, and its address cannot be forged [T1520]', async () => {
  const borrower = await hiram.borrower({ state: '170' }, 'ph');
  const { statement } = await documents(borrower);
  const url = new URL(hiram.origin + statement?.viewUrl);
  for (const [name, value] of [
    ['until', '1'],
    ['signature', 'x'],
    ['lang', 'fil'],
    ['on', '2099-01-01'],
    ['on', '2026-02-30'],
  ] as const) {
    const forged = new URL(url);
    forged.searchParams.set(name, value);
    expect((await fetch(forged)).status).toBe(404);
  }
  expect((await fetch(url.href.replace('statement', 'certificate'))).status).toBe(404);
  expect((await fetch(url.href.replace('.html', '.pdf'))).status).toBe(404);
  const [, borrowerId = ''] = /record\/([0-9a-f-]{36})\//.exec(url.pathname) ?? [];
  const other = await hiram.borrower({ state: '170' }, 'ph');
  const { appContext } = hiram.server;
  const on = localDate(statement?.to ?? '');
  const record = { kind: 'statement', form: 'html', language: 'en', on } as const;
  const ids = { borrowerId: asId<'borrower'>(borrowerId), orderId: other.orderId };
  // Even a signed address names an order of its borrower.
  const foreign = recordUrl(appContext, { ...record, ...ids }, appContext.clock.now());
  expect((await fetch(hiram.origin + foreign)).status).toBe(404);
  // A running loan has no certificate, even at a signed address.
  const early = recordUrl(
    appContext,
    { ...record, ...ids, orderId: borrower.orderId, kind: 'certificate' },
    appContext.clock.now(),
  );
  expect((await fetch(hiram.origin + early)).status).toBe(404);
  const expired = recordUrl(
    appContext,
    { ...record, ...ids, orderId: borrower.orderId },
    new Date(Date.now() - 11 * 60_000),
  );
  expect((await fetch(hiram.origin + expired)).status).toBe(404);
});
