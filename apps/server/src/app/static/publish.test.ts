import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publish } from './publish.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hiram-publish-'));
});
afterEach(() => rmSync(home, { recursive: true }));

function built(name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(home, name);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
const site = () => join(home, 'site');
const isPublished = (path: string) => existsSync(join(site(), path));

test('a static folder that is built again keeps the former build’s assets for another month', async () => {
  const former = built('former', {
    'assets/a-1.js': 'one',
    'assets/same-9.css': 's',
    'order/index.html': '1',
  });
  const newer = built('newer', { 'assets/a-2.js': 'two', 'assets/same-9.css': 's', 'order/index.html': '2' });
  await publish(former, site(), new Date('2026-01-01T00:00:00Z'));
  await publish(newer, site(), new Date('2026-06-01T00:00:00Z'));
  expect([isPublished('assets/a-1.js'), isPublished('assets/a-2.js')]).toEqual([true, true]);
  expect(readFileSync(join(site(), 'order/index.html'), 'utf8')).toBe('2');
  await publish(newer, site(), new Date('2026-06-20T00:00:00Z'));
  expect(isPublished('assets/a-1.js')).toBe(true);
  await publish(newer, site(), new Date('2026-07-02T00:00:00Z'));
  expect([
    isPublished('assets/a-1.js'),
    isPublished('assets/a-2.js'),
    isPublished('assets/same-9.css'),
  ]).toEqual([false, true, true]);
});

test('a folder without an asset record keeps its assets and foreign files, and loses removed documents', async () => {
  built('site', { 'assets/old-1.js': 'old', 'robots.txt': 'theirs' });
  await publish(built('one', { 'gone/index.html': 'x', 'assets/a.js': 'a' }), site(), new Date());
  await publish(built('two', { 'order/index.html': 'y', 'assets/a.js': 'a' }), site(), new Date());
  expect(['assets/old-1.js', 'robots.txt', 'gone/index.html', 'order/index.html'].map(isPublished)).toEqual([
    true,
    true,
    false,
    true,
  ]);
});
