import { localDate } from '@hiram/loan';
import { expect, test } from 'vitest';
import { detectMap, type UsualNotation } from './detect-map.ts';

const usual: UsualNotation = { dateOrder: 'MDY', decimal: '.' };
const detect = (text: string) => detectMap(text, { currency: 'PHP', today: localDate('2026-11-24') }, usual);

test('a statement’s columns are found by their headings, below titles and as debit and credit [T880]', async () => {
  const text = [
    'Account statement,"BPI, Makati"',
    'Period,01/11/2026 - 24/11/2026',
    '',
    'Posting date,Description,Reference No.,Debit,Credit,Balance,Sender',
    '24/11/2026,"Instapay, from GCASH",BDO12345678,,"1,234.56","9,234.56",NOEL C***',
  ].join('\r\n');
  expect(await detect(text)).toEqual({
    by: 'headings',
    isDateOrderSure: true,
    map: {
      skip: 3,
      delimiter: ',',
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
});

test('a statement in Indonesian with semicolons, decimal commas and one signed amount is understood [T804]', async () => {
  const text = 'Tanggal;Keterangan;Mata uang;Jumlah;Saldo\n2026-11-24;TRF 12345678;IDR;-1.234,50;9.000,00';
  expect((await detect(text))?.map).toEqual({
    skip: 1,
    delimiter: ';',
    dateOrder: 'YMD',
    decimal: ',',
    date: 0,
    reference: 1,
    amount: 3,
    currency: 2,
    balance: 4,
  });
});

test('without headings the contents tell the columns, and the running balance which is the credit [T1382]', async () => {
  const text = [
    '23/11/2026|InstaPay in|601774335800|ALMA S***|100.00||1100.00',
    '23/11/2026|Check|118000900111||  |25.00|1075.00',
    '24/11/2026|InstaPay in|601774551000|NOEL C***|8.50||1083.50',
  ].join('\n');
  expect(await detect(text)).toMatchObject({
    by: 'contents',
    map: { delimiter: '|', skip: 0, date: 0, reference: 2, sender: 3, amount: 4, debit: 5, balance: 6 },
  });
});

test('days that can be read in two orders are said to be unsure [T1383]', async () => {
  const lines = (...days: string[]) => days.map((day) => `\n${day},REF123456,100`).join('');
  const head = 'Date,UTR,Amount';
  expect(await detect(head + lines('11/02/2026', '11/03/2026'))).toMatchObject({
    isDateOrderSure: false,
    map: { dateOrder: 'MDY', decimal: '.' },
  });
  // Only as month, day, year do these days follow each other.
  expect(await detect(head + lines('10/12/2026', '11/02/2026', '11/03/2026'))).toMatchObject({
    isDateOrderSure: true,
    map: { dateOrder: 'MDY' },
  });
  expect(await detect('Name,Telephone\nAlma,0917')).toBeUndefined();
  expect(await detect('')).toBeUndefined();
});
