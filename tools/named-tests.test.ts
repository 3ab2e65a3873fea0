import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const at = (path: string) => new URL(`../${path}`, import.meta.url);

test('every test that a document names is there', () => {
  const text = readFileSync(at('docs/threats.md'), 'utf8');
  const named = [...text.matchAll(/`([\w/.-]+\.(?:test|spec)\.ts)` ›([^;|\n]*)/g)];
  expect(named.length).toBeGreaterThan(30);
  for (const [, file = '', title = ''] of named) {
    expect(existsSync(at(file)), file).toBe(true);
    const code = readFileSync(at(file), 'utf8');
    expect(code.includes(title.trim()), `${file} › ${title}`).toBe(true);
  }
});
