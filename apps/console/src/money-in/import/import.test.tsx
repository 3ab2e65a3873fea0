import { importStatement, listImports, undoImport } from '@hiram/contract/console/bank-statement';
import { countMoneyIn } from '@hiram/contract/console/money-in';
import type { StaffInput } from '@hiram/contract/console/staff-call';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { answer, sentTo, show } from '../../../test/screen.tsx';
import type { ScreenProps } from '../../app/person.ts';
import { Import } from './Import.tsx';
import { withMeaning } from './meanings.ts';
import type { ReadStatement } from './useImport.ts';

const map = {
  skip: 1,
  delimiter: ',',
  date: 0,
  dateOrder: 'DMY',
  reference: 1,
  amount: 2,
  balance: 3,
  decimal: '.',
} as const;
const none = { count: 0, amount: 0 };
const shown = (changed: Partial<ReadStatement> = {}): ReadStatement => ({
  understood: {
    account: '10005',
    accountBy: 'number',
    encoding: 'UTF-8',
    map,
    mapBy: 'headings',
    isDateOrderSure: true,
    filesBefore: 0,
    headings: ['Date', 'Ref', 'Credit', 'Balance'],
  },
  total: 2,
  lines: 1,
  added: 1,
  amount: 100_00,
  cameIn: 100_00,
  wentOut: 0,
  repeated: 0,
  outgoing: 0,
  matched: 0,
  results: { posted: none, matches: none, sumDiffers: none, nobody: { count: 1, amount: 100_00 } },
  faults: [{ lineNo: 3, column: 2, text: '1.154,40', fault: 'amount', proposal: { amount: 115_440 } }],
  faulty: 1,
  rows: [{ lineNo: 3, cells: ['24/11/2026', 'AB12345678', '1.154,40', '1,254.40'], result: 'faulty' }],
  ...changed,
});

beforeEach(() => {
  answer(countMoneyIn, {
    transfers: 0,
    held: 0,
    unknown: 0,
    contradicted: 0,
    lines: 0,
    accounts: [{ account: '10005', name: 'BPI', number: '••3391' }],
  });
  answer(listImports, { imports: [] });
});

const sent = () => sentTo(importStatement) as StaffInput<typeof importStatement>[];

async function choose(result: ReadStatement) {
  answer(importStatement, result);
  show(<Import {...({ brand: 'ph' } as ScreenProps)} />);
  await userEvent.upload(
    screen.getByLabelText(/^File/),
    new File(['Date,Ref\n'], 'bpi.csv', { type: 'text/csv' }),
  );
}

test('what is imported is exactly what was shown, with the lines that were corrected [T1389]', async () => {
  await choose(shown());
  await screen.findByText(/account BPI ••3391 by its number/);
  expect(sent()).toEqual([
    { fileName: 'bpi.csv', content: btoa('Date,Ref\n'), isTrial: true, corrected: [] },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'line 3: read as ₱1,154.40' }));
  await waitFor(() => expect(sent()[1]?.corrected).toEqual([3]));
  await userEvent.click(await screen.findByRole('button', { name: /^Import 1 line/ }));
  await waitFor(() =>
    expect(sent()[2]).toMatchObject({ isTrial: false, account: '10005', map, corrected: [3] }),
  );
  expect(await screen.findByText('1 line is imported.')).toBeTruthy();
});

test('a balance that jumps, and days of two orders, keep the file from being imported [T1390]', async () => {
  const jumps = [{ lineNo: 7, expected: 1, found: 2 }];
  await choose(shown({ balance: { opening: 0, closing: 2, ours: 1, jumps } }));
  expect(await screen.findByText(/The balance jumps in line 7/)).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Import 1 line/ })).toHaveProperty('disabled', true);
  const unsure = shown();
  answer(importStatement, { ...unsure, understood: { ...unsure.understood, isDateOrderSure: false } });
  const meaning = screen.getByLabelText('What Ref means');
  expect(within(meaning).getByRole('option', { name: 'Sender' })).toHaveProperty('disabled', true);
  await userEvent.selectOptions(meaning, 'Balance');
  await screen.findByText(/The days can be read in two orders/);
  expect(screen.getByRole('button', { name: /^Import 1 line/ })).toHaveProperty('disabled', true);
  await userEvent.click(within(screen.getByRole('status')).getByRole('button', { name: 'month, day, year' }));
  await waitFor(() => expect(sent().at(-1)?.map?.dateOrder).toBe('MDY'));
});

test('two columns change places when one takes the meaning of the other, and none that is needed gets lost', () => {
  expect(withMeaning(map, 1, 'balance')).toEqual({ ...map, reference: 3, balance: 1 });
  expect(withMeaning(map, 3, undefined)).not.toHaveProperty('balance');
  expect(withMeaning(map, 1, undefined)).toBe(map);
});

test('an import can be undone until a line of it was used', async () => {
  const past = {
    account: '10005',
    file: 'a.csv',
    importedAt: '2026-11-24T06:00:00Z',
    by: 'Ben Cruz',
    added: 2,
    amount: 300,
  };
  answer(listImports, {
    imports: [
      { ...past, importId: 'i1', state: 'open' },
      { ...past, importId: 'i2', file: 'b.csv', state: 'used' },
    ],
  });
  answer(undoImport, { lines: 2 });
  show(<Import {...({ brand: 'ph' } as ScreenProps)} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(sentTo(undoImport)).toEqual([{ importId: 'i1' }]);
  expect(await screen.findByText('Undone: 2 lines are taken out.')).toBeTruthy();
});
