import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { current, enterDialog, leaveDialog, toast } from './toaster.ts';

const texts = () => current().toasts.map((item) => item.text);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test.each([
  ['error', undefined, 3_000],
  ['success', undefined, 3_000],
  ['info', undefined, 2_000],
  ['error', 100, 300],
  ['error', 5_000, 5_000],
  ['info', 100, 300],
] as const)('CFG-07 a toast of kind %s, configured with %s ms, stays for %s ms', (kind, duration, stays) => {
  toast('Sent', duration === undefined ? { kind } : { kind, duration });
  vi.advanceTimersByTime(stays - 1);
  expect(texts()).toEqual(['Sent']);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
});

test('CFG-07 a toast without a kind stays for 3 s', () => {
  toast('Sent');
  vi.advanceTimersByTime(2_999);
  expect(texts()).toEqual(['Sent']);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
});

test('NET-05 a loading toast stays until it is closed', () => {
  const loading = toast('Loading', { kind: 'loading' });
  vi.advanceTimersByTime(60_000);
  expect(texts()).toEqual(['Loading']);
  loading.close();
  loading.close();
  expect(texts()).toEqual([]);
});

test('a repeated toast is shown once, for its full time', () => {
  toast('No network');
  vi.advanceTimersByTime(2_000);
  toast('No network');
  expect(texts()).toEqual(['No network']);
  vi.advanceTimersByTime(2_000);
  expect(texts()).toEqual(['No network']);
});

test('toasts are shown in the dialog that was opened last', () => {
  const below = Object.create(null);
  const above = Object.create(null);
  enterDialog(below);
  enterDialog(above);
  expect(current().layer).toBe(above);
  leaveDialog(above);
  expect(current().layer).toBe(below);
  leaveDialog(below);
  expect(current().layer).toBeUndefined();
});
