import { expect, test } from 'vitest';
import { detectedMap } from './detect-map.ts';

test('the columns of a statement are found by their headings, with titles above and a pair of debit and credit [T880]', () => {
  const head = [
    'Account statement,"BPI, Makati"',
    'Period,01/11/2026 - 24/11/2026',
    '',
    'Posting date,Description,Reference No.,Debit,Credit,Balance',
    '24/11/2026,"Instapay, from GCASH",BDO12345678,,"1,234.56","9,234.56"',
  ].join('\r\n');
  expect(detectedMap(head)).toEqual({
    skip: '4',
    delimiter: ',',
    dateOrder: 'DMY',
    decimal: '.',
    date: '1',
    reference: '3',
    debit: '4',
    amount: '5',
    currency: '',
    balance: '6',
  });
});

test('a statement in Indonesian with semicolons and decimal commas is understood [T804]', () => {
  const head = 'Tanggal;Keterangan;Mata uang;Jumlah;Saldo\n2026-11-24;TRF 12345678;IDR;1.234,50;9.000,00';
  expect(detectedMap(head)).toEqual({
    skip: '1',
    delimiter: ';',
    dateOrder: 'YMD',
    decimal: ',',
    date: '1',
    reference: '2',
    debit: '',
    amount: '4',
    currency: '3',
    balance: '5',
  });
});

test('what the lines do not say stays as it was, and a file without headings is not guessed', () => {
  expect(detectedMap('Date\tUTR\tAmount\n05/06/2026\tABC12345\t100')).toEqual({
    skip: '1',
    delimiter: '\t',
    date: '1',
    reference: '2',
    debit: '',
    amount: '3',
    currency: '',
    balance: '',
  });
  expect(detectedMap('2026-11-24,BDO12345678,1234.00')).toBeUndefined();
  expect(detectedMap('')).toBeUndefined();
});
