import { expect, test } from 'vitest';
import type { ColumnFilter } from '../kit/table/table-types.ts';
import { filterInput, readListAddress, writeFilter } from './list-address.ts';

const columns = [
  {
    key: 'kind',
    filter: {
      kind: 'set' as const,
      options: [
        { value: 'complaint', label: 'Complaint' },
        { value: 'refund', label: 'Refund' },
      ],
    },
  },
  { key: 'amount', filter: { kind: 'range' as const, of: 'money' as const } },
  { key: 'late', filter: { kind: 'range' as const, of: 'number' as const } },
  {
    key: 'due',
    isSortable: true,
    filter: { kind: 'range' as const, of: 'days' as const },
    groupOf: () => ({ key: '', label: '' }),
  },
  { key: 'reference', filter: { kind: 'text' as const } },
];
const read = (search: string) => readListAddress(search, columns, ['part']);

test('an address is read as it is written, and as the call takes it [T1063]', () => {
  const search =
    'part=own&kind=complaint%2Crefund&amount=500.5-2000&late=8-&due=..2026-11-24&sort=-due&reference=C-20';
  const { filters, sort, problems } = read(search);
  expect(problems).toEqual([]);
  expect(sort).toEqual({ key: 'due', direction: 'descending' });
  const filterOf = (key: string): ColumnFilter => {
    const filter = columns.find((column) => column.key === key)?.filter;
    if (!filter) throw new Error(`no filter ${key}`);
    return filter;
  };
  const inputs = Object.entries(filters).map(([key, value]) => [key, filterInput(value, filterOf(key))]);
  expect(Object.fromEntries(inputs)).toEqual({
    kind: ['complaint', 'refund'],
    amount: { from: 50_050, to: 200_000 },
    late: { from: 8 },
    due: { to: '2026-11-24' },
    reference: 'C-20',
  });
  for (const [key, value] of Object.entries(filters))
    expect(new URLSearchParams(search).get(key)).toBe(writeFilter(value, filterOf(key)));
});

test('a column that is not there, a wrong value and ten thousand filters are left out and named [T1064]', () => {
  const faulty =
    'name=Ana&kind=complaint,hit&amount=9-1&late=8.5-&due=2026-02-31..&sort=amount&reference=%20';
  const { filters, sort, problems } = read(faulty);
  expect([filters, sort]).toEqual([{}, undefined]);
  expect(problems.map(({ name, why }) => `${name} ${why}`)).toEqual([
    'name unknown',
    'kind bad',
    'amount bad',
    'late bad',
    'due bad',
    'amount unknown',
    'reference bad',
  ]);
  const many = Array.from({ length: 10_000 }, (_, index) => `kind=complaint&x${index}=1`).join('&');
  expect(read(many)).toEqual({
    sort: undefined,
    group: undefined,
    filters: {},
    problems: [{ name: '20000', why: 'tooMany' }],
  });
});

test('an address names no brand: one that stands in it is left out and named, the rest holds [T1335]', () => {
  for (const brand of ['spec', 'nowhere', '*', ''])
    expect(read(`brand=${brand}&kind=complaint&sort=-due`)).toMatchObject({
      filters: { kind: { kind: 'set', values: ['complaint'] } },
      sort: { key: 'due', direction: 'descending' },
      problems: [{ name: 'brand', why: 'unknown' }],
    });
});

test('a list is grouped by the column that it is sorted by, and by no other [T1815]', () => {
  expect(read('group=due')).toMatchObject({ group: 'due', problems: [] });
  expect(read('group=due&sort=-due')).toMatchObject({ group: 'due', sort: { direction: 'descending' } });
  expect(read('group=amount')).toMatchObject({
    group: undefined,
    problems: [{ name: 'amount', why: 'unknown' }],
  });
});
