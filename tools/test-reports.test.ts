import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readPlaywright, readVitest } from '../scripts/test-reports.mjs';

const folder = mkdtempSync(join(tmpdir(), 'hiram-reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test('a database test that passed at its second try is unstable and not failed', () => {
  const file = report({
    numPassedTests: 2,
    testResults: [
      {
        name: '/house/a.test.ts',
        assertionResults: [
          { fullName: 'is stable', status: 'passed', failureMessages: [] },
          { fullName: 'stalls once', status: 'passed', failureMessages: ['Error: timed out'] },
          { fullName: 'is broken', status: 'failed', failureMessages: ['Error: 1 is not 2'] },
        ],
      },
    ],
  });
  expect(readVitest(file, '/house')).toEqual({
    passed: 2,
    failed: ['a.test.ts: is broken\n    Error: 1 is not 2'],
    unstable: ['a.test.ts: stalls once\n    Error: timed out'],
  });
});

test('a browser test that passed at its second try is unstable and not failed', () => {
  const spec = (title: string, status: string, errors: readonly string[]) => ({
    ...{ file: 'a.spec.ts', title },
    tests: [{ status, results: errors.map((message) => ({ error: message ? { message } : undefined })) }],
  });
  const file = report({
    stats: { expected: 1, flaky: 1 },
    suites: [
      {
        specs: [spec('is stable', 'expected', ['']), spec('stalls once', 'flaky', ['timed out', ''])],
        suites: [{ specs: [spec('is broken', 'unexpected', ['no button', 'no button'])] }],
      },
    ],
  });
  const { passed, failed, unstable } = readPlaywright(file);
  expect(passed).toBe(2);
  expect(failed).toEqual(['e2e/a.spec.ts: is broken\n    no button\n    no button']);
  expect(unstable).toEqual([expect.stringContaining('e2e/a.spec.ts: stalls once\n    timed out')]);
});

test('a run without a report has no passed test', () => {
  expect(readVitest(join(folder, 'missing.json'), folder).passed).toBe(0);
  expect(readPlaywright(join(folder, 'missing.json')).passed).toBe(0);
});
