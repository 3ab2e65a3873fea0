import { expect, test } from 'vitest';
import { typedNumber, valueAt, withValue } from './draft-json.ts';

const draft = { stages: [{ rules: [{ id: 'a' }, { id: 'b' }] }] };

test('a value of a draft is changed, added and taken out at its path, and nothing beside it [T1442]', () => {
  expect(withValue(draft, ['stages', 0, 'rules', 1, 'id'], 'c')).toEqual({
    stages: [{ rules: [{ id: 'a' }, { id: 'c' }] }],
  });
  expect(withValue(draft, ['stages', 0, 'rules', 2], { id: 'c' })).toEqual({
    stages: [{ rules: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] }],
  });
  expect(withValue(draft, ['stages', 0, 'rules', 0], undefined)).toEqual({
    stages: [{ rules: [{ id: 'b' }] }],
  });
  expect(withValue({ settled: 1, maxDaysLate: 5 }, ['maxDaysLate'], undefined)).toEqual({ settled: 1 });
  expect(valueAt(draft, ['stages', 0, 'rules', 5, 'id'])).toBeUndefined();
  expect(draft.stages[0]?.rules).toHaveLength(2);
});

test('what is no whole number stays as it was typed', () => {
  expect(['12', '−3', ' 4 ', '1.5', '', 'x'].map(typedNumber)).toEqual([12, -3, 4, '1.5', '', 'x']);
});
