import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastDateOf, parseDay, writeDay } from './calendar-day.ts';

test('a day is parsed and formatted without change, from year 100 on', () => {
  const days = fc.date({
    min: new Date('0100-01-01T00:00:00Z'),
    max: new Date('9999-12-31T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(days, (moment) => {
      const text = moment.toISOString().slice(0, 10);
      const day = parseDay(text);
      expect(day && writeDay(day)).toBe(text);
    }),
  );
});

test('a day that does not exist in the calendar is rejected', () => {
  for (const text of [
    '',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '26-1-1',
    '2026-01-01T00:00',
  ])
    expect(parseDay(text), text).toBeUndefined();
});

test('a day that its month does not have becomes the last day of the month', () => {
  expect(writeDay({ year: 2026, month: 4, date: 31 })).toBe('2026-04-30');
  expect(writeDay({ year: 2028, month: 2, date: 31 })).toBe('2028-02-29');
  expect(lastDateOf(2100, 2)).toBe(28);
});
