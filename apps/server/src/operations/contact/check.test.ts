import { expect, test } from 'vitest';
import { runHiram } from '../../../test/support/processes/run-hiram.ts';

/** No settings and no database: this folder has none. */
const check = (...words: string[]) =>
  runHiram(['contact', 'check', ...words, '--json'], { DATA_DIR: '/nowhere' });

test.each([
  // The law of the Philippines ends at 22:00, the shipped brand at 20:00.
  ['ph', '2026-11-26T19:59:00+08:00', 'Asia/Manila', '3', { ok: true }],
  [
    'ph',
    '2026-11-26T20:00:00+08:00',
    'Asia/Manila',
    '3',
    { ok: false, from: '2026-11-27T00:00:00.000Z', why: 'brandHours' },
  ],
  [
    'ph',
    '2026-11-26T22:00:00+08:00',
    'Asia/Manila',
    '3',
    { ok: false, from: '2026-11-27T00:00:00.000Z', why: 'lawHours' },
  ],
  [
    'ph',
    '2026-11-26T22:00:00+08:00',
    'Asia/Manila',
    '16',
    { ok: false, from: '2026-11-27T00:00:00.000Z', why: 'brandHours' },
  ],
  [
    'in',
    '2026-11-26T19:00:00+05:30',
    'Asia/Kolkata',
    '40',
    { ok: false, from: '2026-11-27T02:30:00.000Z', why: 'lawHours' },
  ],
  ['id', '2026-11-28T10:00:00+07:00', 'Asia/Jakarta', '3', { ok: true }],
  [
    'id',
    '2026-11-29T10:00:00+07:00',
    'Asia/Jakarta',
    '3',
    { ok: false, from: '2026-11-30T01:00:00.000Z', why: 'lawDay' },
  ],
] as const)(
  'contact check answers as the guard: %s %s %s, %s days late [T1583]',
  async (brand, at, zone, daysLate, answer) => {
    const ran = await check(
      ...['--brand', brand, '--at', at, '--zone', zone],
      ...['--days-late', daysLate, '--channel', 'call'],
    );
    expect(ran.code).toBe(0);
    expect(JSON.parse(ran.out)).toEqual(answer);
  },
);

test.each([
  [['--at', 'tomorrow'], /--at: tomorrow is not a moment/],
  [['--at', '2026-11-26T10:00:00'], /--at: .* is not a moment/],
  [['--zone', 'Asia/Atlantis'], /--zone: Asia\/Atlantis is not a time zone/],
  [['--days-late', '-1'], /--days-late/],
  [['--channel', 'pigeon'], /--channel: pigeon is not one of call/],
  [['--brand', 'nobody'], /--brand: /],
] as const)('contact check names the wrong option: %j [T1584]', async (wrong, message) => {
  const given = {
    '--brand': 'ph',
    '--at': '2026-11-26T10:00:00Z',
    '--zone': 'Asia/Manila',
    '--days-late': '1',
    '--channel': 'call',
    ...Object.fromEntries([wrong]),
  };
  const { code, output } = await check(...Object.entries(given).flat());
  expect(code).toBe(2);
  expect(output).toMatch(message);
});

test('contact check refuses a day that no calendar has [T1990]', async () => {
  for (const at of ['2026-02-30T12:00:00+08:00', '2027-02-29T12:00:00Z']) {
    const { code, output } = await check(
      ...['--brand', 'ph', '--at', at, '--zone', 'Asia/Manila', '--days-late', '3', '--channel', 'call'],
    );
    expect(code).toBe(2);
    expect(output).toContain('is not a moment');
  }
});
