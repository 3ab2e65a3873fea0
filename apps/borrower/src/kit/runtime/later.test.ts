import { expect, test } from 'vitest';
import { later } from './later.ts';

test('a later module is imported once, is there at once afterwards, and is requested again after a failure', async () => {
  let isBroken = true;
  let requests = 0;
  const importIt = async () => {
    requests += 1;
    if (isBroken) throw new Error('offline');
    return 'module';
  };
  // A list of its own: other tests of this process declare modules that need a document.
  const module = later(importIt, []);
  await expect(Promise.all([module.load(), module.load()])).rejects.toThrow('offline');
  expect([module.now, requests]).toEqual([undefined, 1]);
  isBroken = false;
  await module.load();
  expect([module.now, await module.load(), requests]).toEqual(['module', 'module', 2]);
});
