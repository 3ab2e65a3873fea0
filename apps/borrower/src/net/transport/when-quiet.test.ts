import { expect, test } from 'vitest';
import { mayFetchAhead } from './when-quiet.ts';

test('nothing is fetched ahead with Save-Data or on a line of the second generation', () => {
  expect(mayFetchAhead({ saveData: true, effectiveType: '4g' })).toBe(false);
  for (const effectiveType of ['slow-2g', '2g']) expect(mayFetchAhead({ effectiveType })).toBe(false);
  expect([mayFetchAhead({ effectiveType: '3g' }), mayFetchAhead({})]).toEqual([true, true]);
});
