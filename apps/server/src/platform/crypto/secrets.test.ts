import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { secretOf } from './secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'hiram-data-secret-'));
const file = join(folder, 'key');
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(file, { force: true });
});

const long = (value: string) => value.length >= 4;
const wrong = (variable: string) => new Error(`${variable} is wrong`);
const read = (environment: Record<string, string>) => secretOf(environment, 'KEY', long, wrong);

test('the first value is used and every one is accepted; an undefined or invalid value is named', () => {
  expect(read({ KEY: 'newer, older' })).toMatchObject({ current: 'newer', accepted: ['newer', 'older'] });
  expect(read({})).toBeUndefined();
  expect(() => read({ KEY: 'newer,old' })).toThrow('KEY is wrong');
  expect(() => read({ KEY_FILE: join(folder, 'absent') })).toThrow(
    /^KEY_FILE: the file .*absent cannot be read \(ENOENT\)$/,
  );
  writeFileSync(file, '\n');
  expect(() => read({ KEY_FILE: file })).toThrow('KEY_FILE is wrong');
});

test('a file is read again when it changes, and its last valid content counts while it is unusable [T174]', () => {
  writeFileSync(file, 'first\n');
  const secret = read({ KEY_FILE: file });
  expect(secret?.accepted).toEqual(['first']);
  writeFileSync(`${file}.new`, 'second\nfirst\n');
  renameSync(`${file}.new`, file);
  expect(secret?.current).toBe('first');
  vi.setSystemTime(Date.now() + 1_100);
  expect(secret?.current).toBe('second');
  expect(secret?.accepted).toEqual(['second', 'first']);
  writeFileSync(file, 'x');
  vi.setSystemTime(Date.now() + 1_100);
  expect(secret?.current).toBe('second');
  rmSync(file);
  vi.setSystemTime(Date.now() + 1_100);
  expect(secret?.accepted).toEqual(['second', 'first']);
});
