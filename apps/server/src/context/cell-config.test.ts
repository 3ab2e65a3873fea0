import { expect, test } from 'vitest';
import { parseCells, readCells } from './cell-config.ts';

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
