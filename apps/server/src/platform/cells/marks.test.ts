import fc from 'fast-check';
import { v4, v7, validate } from 'uuid';
import { expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { inCell } from './current-cell.ts';
import {
  cellInText,
  cellOfCode,
  cellOfId,
  cellOfToken,
  markCode,
  markId,
  markToken,
  maxCell,
  readableCharacters,
} from './marks.ts';

const cells = fc.integer({ min: 0, max: maxCell });
const token = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('base64url'));
const code = fc.string({ unit: fc.constantFrom(...readableCharacters), minLength: 8, maxLength: 8 });

test('ids, tokens and codes lead back to the cell that made them, and cell 0 marks nothing [T1930]', () => {
  fc.assert(
    fc.property(cells, token, code, (cell, plainToken, plainCode) => {
      const id = markId(v7(), cell);
      expect(validate(id)).toBe(true);
      expect(cellOfId(id)).toBe(cell);
      expect(cellOfToken(markToken(plainToken, cell), plainToken.length)).toBe(cell);
      expect(cellOfCode(markCode(plainCode, cell), plainCode.length)).toBe(cell);
      expect(cellInText(`{"reference_id":"${id}"}`)).toBe(cell === 0 ? undefined : cell);
    }),
  );
  const [id, text] = [v7(), 'A'.repeat(43)];
  expect([markId(id, 0), markToken(text, 0), markCode(text, 0)]).toEqual([id, text, text]);
  expect([cellOfId(v4()), cellOfId(id)]).toEqual([0, 0]);
});

test('a forged mark is a cell or none, and no text makes a mark throw [T1931]', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (text) => {
      for (const cell of [cellOfId(text), cellOfToken(text, 43), cellOfCode(text, 8), cellInText(text)])
        expect(cell === undefined || (cell >= 0 && cell <= maxCell)).toBe(true);
    }),
  );
  // A mark of cell 0, and one above the highest cell.
  const rest = `${v7().slice(0, 14)}8`;
  expect(cellOfId(`${rest}000-8000-000000000000`)).toBeUndefined();
  expect(cellOfId(`${rest}fff-8000-000000000000`)).toBeUndefined();
  expect(cellOfToken(`AA${'x'.repeat(43)}`, 43)).toBeUndefined();
  expect(cellOfToken(`__${'x'.repeat(43)}`, 43)).toBeUndefined();
  expect(cellOfCode(`22${'3'.repeat(8)}`, 8)).toBeUndefined();
});

test('an id made in a cell carries its mark, and later ids still sort after earlier ones [T1932]', () => {
  const ids = [1, 7, maxCell].flatMap((cell) => inCell(cell, () => [newId(), newId()]));
  expect(ids.map(cellOfId)).toEqual([1, 1, 7, 7, maxCell, maxCell]);
  expect(cellOfId(newId())).toBe(0);
  const [early, late] = [markId(v7({ msecs: 1_000 }), 5), markId(v7({ msecs: 1_001 }), 3)];
  expect(early < late).toBe(true);
});
