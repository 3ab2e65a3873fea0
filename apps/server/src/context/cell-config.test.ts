import { expect, test } from 'vitest';
import { parseCells, readCells } from './cell-config.ts';
import { checkTls } from './over-tls.ts';

test('CELLS names cells with a schema or a database each, and a wrong one says which field [T1945]', () => {
  expect(readCells(undefined)).toEqual([]);
  expect(parseCells('[{"id":1,"schema":"cell_1"},{"id":2,"url":"postgres://a@b/c"}]')).toEqual([
    { id: 1, schema: 'cell_1' },
    { id: 2, url: 'postgres://a@b/c', schema: 'public' },
  ]);
  for (const [text, message] of [
    ['{', 'CELLS is no JSON'],
    ['{}', /^CELLS: the list: /],
    ['[{"id":625,"schema":"a"}]', /^CELLS: 0\.id: /],
    ['[{"id":1,"schema":"A"}]', 'CELLS: 0.schema: must be a name of a schema'],
    ['[{"id":1,"url":"mysql://a"}]', 'CELLS: 0.url: must be a postgres:// address'],
    ['[{"id":1,"schema":"a","state":"open"}]', /^CELLS: 0\.state: /],
    ['[{"id":1,"schema":"a"},{"id":1,"schema":"b"}]', 'CELLS: two cells 1'],
    ['[{"id":1,"schema":"a"},{"id":2,"schema":"a"}]', 'CELLS: cell 2 has the schema of cell 1'],
    ['[{"id":1}]', 'CELLS: cell 1 has the schema of DATABASE_URL'],
  ] as const)
    expect(() => parseCells(text)).toThrow(message);
  expect(() => readCells('/nowhere.json')).toThrow('CELLS: the file /nowhere.json cannot be read');
});

test('outside the sandbox every cell’s database, and the directory, need TLS [T2008]', () => {
  const isRefused = (settings: object) => () =>
    checkTls({ publicUrl: 'https://app.example', providers: { others: new Map() }, ...settings });
  const cells = (cell: string) => ({ cells: parseCells(`[{"id":7,${cell}}]`) });
  const clear = 'postgres://a@db2.example/hiram';
  expect(isRefused(cells(`"url":"${clear}"`))).toThrow(
    'url of cell 7 in CELLS must contain sslmode=verify-full',
  );
  expect(isRefused({ directoryUrl: clear })).toThrow('DIRECTORY_URL must contain sslmode=verify-full');
  const safe = `${clear}?sslmode=verify-full`;
  expect(isRefused({ ...cells(`"url":"${safe}"`), directoryUrl: safe })).not.toThrow();
});
