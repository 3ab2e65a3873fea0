import { beforeEach, type RunnerTestSuite, TestRunner } from 'vitest';

/** The suites around a test, the file first. */
function suitesAround(suite: RunnerTestSuite | undefined, file: RunnerTestSuite): RunnerTestSuite[] {
  return suite && suite !== file ? [...suitesAround(suite.suite, file), suite] : [file];
}

/**
 * A test that is tried again (`--repeats`, `--retry`) finds what it found at first: what `beforeAll` made,
 * such as a server and its database, is ended and made anew. Values of the file itself stay as the first try
 * left them.
 */
beforeEach(async ({ task: { suite, file, result } }) => {
  if (!result?.repeatCount && !result?.retryCount) return;
  const around = suitesAround(suite, file).map((each) => ({ each, hooks: TestRunner.getSuiteHooks(each) }));
  for (const { each, hooks } of around.toReversed())
    for (const end of hooks.afterAll.toReversed()) await end(each);
  for (const { each, hooks } of around) for (const begin of hooks.beforeAll) await begin(each);
});
