// Reads the reports of Vitest and Playwright: the number of passed tests, the failed tests, and the first lines of each error.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const none = { passed: 0, failed: [] };

export function readVitest(file, root) {
  if (!existsSync(file)) return none;
  const { numPassedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'));
  return {
    passed: numPassedTests,
    failed: testResults.flatMap(({ name: path, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) =>
          describeFailure(`${relative(root, path)}: ${fullName}`, failureMessages.join('\n')),
        ),
    ),
  };
}

export function readPlaywright(file) {
  if (!existsSync(file)) return none;
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8'));
  return {
    passed: stats.expected + stats.flaky,
    failed: specsOf(suites)
      .flatMap(({ file: path, title, tests }) => tests.map((test) => ({ path, title, ...test })))
      .filter(({ status }) => status === 'unexpected')
      .map(({ path, title, results }) =>
        describeFailure(`e2e/${path}: ${title}`, results.map(({ error }) => error?.message ?? '').join('\n')),
      ),
  };
}

function specsOf(suites = []) {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites)]);
}

/** A failed test with the first lines of its error. The end of a run prints them again. */
function describeFailure(title, why) {
  const lines = stripVTControlCharacters(why)
    .split('\n')
    .filter((line) => !line.includes('node_modules') && !line.includes('    at new Promise'))
    .slice(0, 12);
  return [title, ...lines.map((line) => `    ${line}`)].join('\n');
}
