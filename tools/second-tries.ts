import type { Reporter, TestModule } from 'vitest/node';

/** Names the tests that passed at their second try alone, with what failed at the first: Vitest's short reporters do not. */
export default class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests('passed')]);
    for (const test of tests.filter((passed) => passed.diagnostic()?.flaky))
      console.error(
        `FLAKY: ${test.module.relativeModuleId} > ${test.fullName}\n${test.result().errors?.[0]?.message}`,
      );
  }
}
