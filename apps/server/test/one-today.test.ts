import { expect, inject, test } from 'vitest';
import { withFixedToday } from '../src/platform/clock/clock.ts';
import { startHiram } from './support/processes/running-server.ts';

test('a request that passes midnight uses one business day in each time zone', async () => {
  let now = new Date('2026-03-10T15:59:59Z');
  const hiram = await startHiram(inject('cluster'), { BRAND: 'ph,in' }, { now: () => now });
  try {
    const { clock, db } = hiram.server.appContext;
    const manila = () => clock.today(db, 'Asia/Manila');
    const [before, after, delhi] = await withFixedToday(async () => {
      const first = await manila();
      now = new Date('2026-03-10T16:00:01Z');
      return [first, await manila(), await clock.today(db, 'Asia/Kolkata')];
    });
    expect([before, after, delhi]).toEqual(['2026-03-10', '2026-03-10', '2026-03-10']);
    expect(await withFixedToday(manila)).toBe('2026-03-11');
    expect(await manila()).toBe('2026-03-11');
  } finally {
    await hiram.stop();
  }
});
