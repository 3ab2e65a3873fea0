import { expect, test } from 'vitest';
import { Unavailable } from '../platform/errors/rejection.ts';
import { circuitBreaker } from './circuit-breaker.ts';

test('one that is not answered keeps no other from being asked; after five in a row nobody is asked any more', async () => {
  const ask = circuitBreaker('nobody knows');
  const asked: string[] = [];
  const away = (name: string) => {
    asked.push(name);
    return Promise.reject(new Unavailable('away'));
  };
  const there = (name: string) => {
    asked.push(name);
    return Promise.resolve(name);
  };
  for (const name of ['a', 'b', 'c', 'd']) expect(await ask(() => away(name))).toBe('nobody knows');
  expect(await ask(() => there('e'))).toBe('e');
  for (const name of ['f', 'g', 'h', 'i', 'j']) expect(await ask(() => away(name))).toBe('nobody knows');
  expect(await ask(() => there('k'))).toBe('nobody knows');
  expect(asked).toEqual([...'abcdefghij']);
});

test('a fault of ours is no provider that is away', async () => {
  const ask = circuitBreaker('nobody knows');
  await expect(ask(() => Promise.reject(new TypeError('ours')))).rejects.toThrow('ours');
});
