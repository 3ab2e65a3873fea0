import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './root.ts';
import { sourceFiles } from './source-files.ts';

/** Reads of the clock's business day. A feature asks its request instead: `requestContext.today()`. */
const clockReads = (source: string) =>
  source.match(/\bclock\s*\.\s*today\b|\btoday\b[^}]*\}\s*=\s*[\w.]*clock\b/g) ?? [];

test('a feature asks its request for the business day, never the clock', () => {
  const features = sourceFiles().filter(
    (path) => path.startsWith('apps/server/src/features/') && !path.endsWith('.test.ts'),
  );
  expect(features.length).toBeGreaterThan(100);
  const readers = features.filter((path) => clockReads(readFileSync(join(root, path), 'utf8')).length > 0);
  expect(readers).toEqual([]);
});

test('a read of the clock is found in each form', () => {
  expect(clockReads('await appContext.clock.today(db, zone)')).toHaveLength(1);
  expect(clockReads('await appContext.clock\n  .today(db, zone)')).toHaveLength(1);
  expect(clockReads('const { today } = appContext.clock;')).toHaveLength(1);
  expect(clockReads('await requestContext.today()')).toHaveLength(0);
});
