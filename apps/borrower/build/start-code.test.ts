import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startCode } from './start-code.ts';

const code = await startCode();

test('an engine of any age can read the script before the first paint', () => {
  expect(code.beforePaint).toContain('too-old');
  expect(code.beforePaint).not.toMatch(/=>|`|\b(?:let|const|class)\s|\?\.|\.\.\./);
});

test('the script behind the skeleton has at most 2.5 kB', () => {
  expect(gzipSync(code.start, { level: 9 }).length).toBeLessThanOrEqual(2_500);
});
