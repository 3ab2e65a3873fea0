/*
 * Reads the reports of Vitest and Playwright: the number of passed tests, the failed ones, and the unstable ones, which passed
 * at their second try. A failed or unstable test comes with the first lines of its error.
 */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const none = { passed: 0, failed: [], unstable: [] };

export function readVitest(file, root) {
  if (!existsSync(file)) return none;
  const { numPassedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'));
  const tests = testResults.flatMap(({ name: path, assertionResults }) =>
    assertionResults.map((test) => ({ path, ...test })),
  );
  const describe = ({ path, fullName, failureMessages }) =>
    describeFailure(`${relative(root, path)}: ${fullName}`, failureMessages.join('\n'));
  return {
    passed: numPassedTests,
    failed: tests.filter(({ status }) => status === 'failed').map(describe),
    // A test that passed at its second try keeps the error of its first.
    unstable: tests
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(describe),
  };
}

export function readPlaywright(file) {
  if (!existsSync(file)) return none;
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8'));
  const tests = specsOf(suites).flatMap(({ file: path, title, tests: runs }) =>
    runs.map((test) => ({ path, title, ...test })),
  );
  const describe = ({ path, title, results }) =>
    describeFailure(`e2e/${path}: ${title}`, results.map(({ error }) => error?.message ?? '').join('\n'));
  return {
    passed: stats.expected + stats.flaky,
    failed: tests.filter(({ status }) => status === 'unexpected').map(describe),
    unstable: tests.filter(({ status }) => status === 'flaky').map(describe),
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
