import { expect, test } from 'vitest';
import { fromOf } from './late-loans.ts';

const brand = {
  holidays: new Map([
    ['2026-12-08', 'Immaculate Conception'],
    ['2026-11-30', 'Bonifacio Day'],
    ['2026-11-02', 'All Souls’ Day'],
  ]),
  timeZone: 'Asia/Manila',
};

test('the first public holiday until a call is allowed is named, and none after it [T3491]', () => {
  const night = new Date('2026-11-29T15:45:00Z');
  const after = new Date('2026-12-01T00:00:00Z');
  expect(fromOf(brand, night, after)).toEqual({
    from: after.toISOString(),
    holiday: { on: '2026-11-30', name: 'Bonifacio Day' },
  });
  const morning = new Date('2026-12-07T00:00:00Z');
  expect(fromOf(brand, new Date('2026-12-06T15:00:00Z'), morning)).toEqual({ from: morning.toISOString() });
});
