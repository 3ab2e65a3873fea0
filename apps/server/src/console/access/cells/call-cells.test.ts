import { staffCalls } from '@hiram/contract/console/staff-calls';
import { expect, test } from 'vitest';
import { callClass, classifiedName, classifiedNames } from './call-cells.ts';

test('every call of the console has one class of data, and no class names a call that is none [T1730]', () => {
  const unclassified = staffCalls.filter((call) => {
    try {
      return callClass(call) === undefined;
    } catch {
      return true;
    }
  });
  expect(unclassified.map(({ name }) => name)).toEqual([]);
  expect([...new Set(staffCalls.map(classifiedName))].sort()).toEqual([...classifiedNames].sort());
  expect(() => callClass({ ...staffCalls[0], name: 'newCall' } as never)).toThrow('newCall has no class');
});
