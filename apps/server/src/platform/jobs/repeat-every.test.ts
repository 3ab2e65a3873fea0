import { afterEach, expect, test, vi } from 'vitest';
import { repeatEvery } from './repeat-every.ts';

afterEach(() => void vi.useRealTimers());

test('a run that takes longer than its interval is not joined by a second one [T1642]', async () => {
  vi.useFakeTimers();
  const runs: (() => void)[] = [];
  const timer = repeatEvery(1_000, () => new Promise<void>((resolve) => runs.push(resolve)));
  await vi.advanceTimersByTimeAsync(3_500);
  expect(runs).toHaveLength(1);
  runs[0]?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(runs).toHaveLength(2);
  clearInterval(timer);
});
