import { expect, test } from 'vitest';
import { later, loadLater } from './later.ts';

test('a later module is imported once, is there at once afterwards, and is requested again after a broken line', async () => {
  let isBroken = true;
  let requests = 0;
  const module = later(async () => {
    requests += 1;
    if (isBroken) throw new Error('offline');
    return 'module';
  });
  await expect(loadLater()).rejects.toThrow('offline');
  expect(module.now).toBe(undefined);
  isBroken = false;
  await loadLater();
  expect([module.now, await module.load(), requests]).toEqual(['module', 'module', 2]);
});
