import { expect, test } from 'vitest';
import { answersAt } from './contact.ts';

const lender = {
  customerService: {
    email: 'help@example.com',
    online: 'https://example.com',
    hours: 'Monday to Saturday, 8:00 to 18:00',
    open: { from: 8, until: 18, days: 'mondayToSaturday' },
  },
  holidays: new Map([['2026-11-30', 'Bonifacio Day']]),
  timeZone: 'Asia/Manila',
} as const;

test.each([
  ['before its first hour', '2026-11-28T07:59:00+08:00', { isNow: false, time: '08:00' }],
  ['in its first hour', '2026-11-28T08:00:00+08:00', { isNow: true, time: '18:00' }],
  ['before its end', '2026-11-28T17:59:00+08:00', { isNow: true, time: '18:00' }],
  [
    'after its end, before a Sunday and a holiday',
    '2026-11-28T18:00:00+08:00',
    { isNow: false, time: '08:00', day: '2026-12-01' },
  ],
  [
    'on a holiday',
    '2026-11-30T09:00:00+08:00',
    { isNow: false, time: '08:00', day: '2026-12-01', isHoliday: true },
  ],
])('help says whether a person answers: %s [T2676]', (_, now, expected) => {
  expect(answersAt(lender, new Date(now), 'en')).toEqual(expected);
});
