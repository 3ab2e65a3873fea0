import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reloadOnce } from './reload-once.ts';

const reload = vi.fn();
const page = { className: '' };
let stored = new Map<string, string>();
beforeEach(() => {
  stored = new Map();
  page.className = '';
  reload.mockReset();
  vi.stubGlobal('location', { href: 'https://app.example/order', reload });
  vi.stubGlobal('document', { documentElement: page });
  vi.stubGlobal('fetch', () => Promise.resolve());
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a page whose script is gone is loaded again once, then it shows the notice', async () => {
  reloadOnce();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  reloadOnce();
  expect(page.className).toBe('broken');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('without a connection the notice is shown', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  reloadOnce();
  await vi.waitFor(() => expect(page.className).toBe('broken'));
  expect(reload).not.toHaveBeenCalled();
});

test('without storage the notice is shown, so that no page reloads for ever', () => {
  vi.stubGlobal('sessionStorage', undefined);
  reloadOnce();
  expect(page.className).toBe('broken');
});
