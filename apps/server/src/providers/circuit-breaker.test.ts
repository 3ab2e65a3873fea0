import { expect, test } from 'vitest';
import { Unavailable } from '../platform/errors/rejection.ts';
import { circuitBreaker } from './circuit-breaker.ts';

test('a call without an answer does not block others; after five in a row the circuit opens', async () => {
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

test('an error of our own does not open the circuit', async () => {
  const ask = circuitBreaker('nobody knows');
  await expect(ask(() => Promise.reject(new TypeError('ours')))).rejects.toThrow('ours');
});
