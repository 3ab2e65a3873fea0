import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import type { AppContext } from '../../context/app-context.ts';
import { markId } from '../../platform/cells/marks.ts';
import type { StatementEntry } from '../../providers/ports/statement.ts';
import { entriesOf } from './reconciliation.ts';

const payment = (paymentId: string, reference: string | undefined): StatementEntry =>
  ({ kind: 'payment', paymentId, reference, amount: 1, state: 'paid', at: new Date(0) }) as const;
const entries = [payment('home', v7()), payment('other', markId(v7(), 3)), payment('none', undefined)];
const idsIn = (id: number, directory: AppContext['directory'] | object | undefined) =>
  entriesOf({ cell: { id, schema: 'public' }, directory: directory as AppContext['directory'] }, entries).map(
    (entry) => entry.kind === 'payment' && entry.paymentId,
  );

test('a cell compares the movements whose reference it made, and cell 0 those without one [T1939]', () => {
  expect(idsIn(0, undefined)).toEqual(['home', 'other', 'none']);
  expect(idsIn(0, {})).toEqual(['home', 'none']);
  expect(idsIn(3, {})).toEqual(['other']);
  expect(idsIn(4, {})).toEqual([]);
});
