import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const sources = fileURLToPath(new URL('../apps/server/src/', import.meta.url));

test('docs/reference.md lists every file that decrypts data or opens a protected page, and what it logs', () => {
  const text = readFileSync(new URL('../docs/reference.md', import.meta.url), 'utf8');
  const table = text.split('| file | what | for whom | trace |')[1]?.split('\n\n')[0] ?? '';
  const listed = [...table.matchAll(/^\| (`[^|]+`) \| [^|]+ \| [^|]+ \| [^|]+ \|$/gm)].flatMap(
    ([, paths = '']) => [...paths.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
  );
  for (const path of listed) expect(existsSync(sources + path), path).toBe(true);
  const opening = globSync('**/*.ts', { cwd: sources, exclude: ['**/*.test.ts'] }).filter((path) =>
    /\bcipher\??\.decrypt\b|\b(files\??|from)\.get\(/.test(readFileSync(sources + path, 'utf8')),
  );
  expect(opening.length).toBeGreaterThan(10);
  for (const path of opening) expect(listed).toContain(path.replaceAll('\\', '/'));
});
