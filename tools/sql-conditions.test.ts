import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './root.ts';
import { sourceFiles } from './source-files.ts';

/** What is left of a text of SQL without what stands in brackets. */
function outsideBrackets(text: string): string {
  const shorter = text.replace(/\([^()]*\)/g, '');
  return shorter === text ? text : outsideBrackets(shorter);
}

// Kysely puts `and` between conditions and no brackets around a text: `a and b or c` also finds each row of `c`.
test('no condition that is a text of SQL has an "or" outside brackets [T1909]', () => {
  const found = sourceFiles(/\.ts$/).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/sql<boolean>`([^`]*)`/g)].flatMap(([, text = '']) =>
      /\bor\b/i.test(outsideBrackets(text.replace(/\$\{[^}]*\}/g, '?'))) ? [`${file}: ${text.trim()}`] : [],
    ),
  );
  expect(found).toEqual([]);
});
