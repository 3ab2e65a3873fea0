import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './root.ts';

/** A folder inside the repository, so that the examples can import the packages by name. */
let folder: string;
beforeAll(() => {
  mkdirSync(join(root, '.state'), { recursive: true });
  folder = mkdtempSync(join(root, '.state/readme-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The code under the heading "Example" of a package's README. */
function exampleOf(name: string): string {
  const readme = readFileSync(join(root, 'packages', name, 'README.md'), 'utf8');
  const [, code] = /^## Example\n[\s\S]*?```ts\n([\s\S]*?)```/m.exec(readme) ?? [];
  if (code === undefined) throw new Error(`packages/${name}/README.md has no example`);
  return code;
}

test.each(readdirSync(join(root, 'packages')))(
  'the example in the README of packages/%s prints what its comments say',
  (name) => {
    const code = exampleOf(name);
    const file = join(folder, `${name}.ts`);
    writeFileSync(file, code);
    const printed = execFileSync(process.execPath, ['--conditions=source', file], { encoding: 'utf8' });
    const promised = [...code.matchAll(/^\/\/ (.*)$/gm)].map(([, line]) => line);
    expect(promised.length).toBeGreaterThan(0);
    expect(printed.trim().split('\n')).toEqual(promised);
  },
);
