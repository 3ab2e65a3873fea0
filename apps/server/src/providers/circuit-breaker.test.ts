import { expect, test } from 'vitest';
import { Unavailable } from '../platform/errors/rejection.ts';
import { circuitBreaker } from './circuit-breaker.ts';

test('one that is not answered keeps no other from being asked; after five in a row nobody is asked any more', async () => {
  const ask = circuitBreaker('nobody knows');
  const queried: string[] = [];
  const fail = (name: string) => {
    queried.push(name);
    return Promise.reject(new Unavailable('away'));
  };
  const succeed = (name: string) => {
    queried.push(name);
    return Promise.resolve(name);
  };
  for (const name of ['a', 'b', 'c', 'd']) expect(await ask(() => fail(name))).toBe('nobody knows');
  expect(await ask(() => succeed('e'))).toBe('e');
  for (const name of ['f', 'g', 'h', 'i', 'j']) expect(await ask(() => fail(name))).toBe('nobody knows');
  expect(await ask(() => succeed('k'))).toBe('nobody knows');
  expect(queried).toEqual([...'abcdefghij']);
});

test('a fault of ours is no provider that is away', async () => {
  const ask = circuitBreaker('nobody knows');
  await expect(ask(() => Promise.reject(new TypeError('ours')))).rejects.toThrow('ours');
});
