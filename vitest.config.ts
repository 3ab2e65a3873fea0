import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { screenPlugins } from './tools/screen-plugins.ts';

// Tests start many processes that load the same modules: each finds what the first one compiled.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('.state/compile-cache', import.meta.url));

/** The longest first, so that no worker is left alone with one at the end. Their files are short: size says nothing. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      /\/checks\/faults\/|\/(fill|pumping|local-days|backup|access|reconciliation|providers|fuzz|foreign-ids|dry-run|start|stop)\.test/.test(
        moduleId,
      );
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/**
 * Tests that cost seconds of processor time, and try with every case, a race or a database of its own what a
 * cheaper test tries of the usual case. `npm run verify` and a named test run them.
 */
const testNamePattern = process.env.VERIFY ? undefined : /^(?!.*@verify)/;

/** Tests that start or kill processes one after the other, or wait for real time-outs. `npm run verify` runs them. */
const forVerify = '{apps/server,checks/faults,checks/distribution}/**/*.verify.test.ts';

/** The server's tests load their modules as the server does, by Node itself: it finds what an earlier start has compiled. */
const asTheServer = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ['--conditions=source'],
  setupFiles: ['tools/seed.ts', 'apps/server/test/support/second-try.ts'],
};

/** Forms, dialogs and state machines of the screens, without a browser and without a server. */
const screens = ['borrower', 'console'].map((app) => ({
  extends: true as const,
  plugins: screenPlugins(fileURLToPath(new URL(`apps/${app}/lingui.config.ts`, import.meta.url))),
  define: { __MASK__: JSON.stringify('declared') },
  test: {
    name: `${app} screens`,
    include: [`apps/${app}/**/*.test.tsx`],
    environment: 'happy-dom',
    // The web app's modules read the page when they load, and keep what they have read.
    isolate: app === 'borrower',
    // The settings of the document, which the web app reads when its modules load.
    setupFiles: [app === 'borrower' ? 'apps/borrower/test/document.ts' : 'apps/console/test/set-up.tsx'],
    css: { modules: { classNameStrategy: 'non-scoped' as const } },
  },
}));

export default defineConfig({
  resolve: { conditions: ['source'] },
  test: {
    // Files of a worker share the modules that it has loaded: to load the server again for each of a hundred files costs two
    // minutes of processor time. What a test changes of its process (environment, listeners, timers) it puts back.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // One more than the cores of a small machine: tests often wait for a provider, a queue or a process.
    maxWorkers: 3,
    // Tests of seconds, with all that runs beside them on two busy cores, which may be ten times as slow. It
    // ends a test that hangs: no test asserts by it.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
    ...(testNamePattern ? { testNamePattern } : {}),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'packages/**/*.test.ts',
            'apps/borrower/**/*.test.ts',
            'apps/console/**/*.test.ts',
            'apps/host/**/*.test.ts',
            'bench/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          environment: 'node',
          setupFiles: ['tools/seed.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...asTheServer,
          name: 'server',
          include: ['apps/server/**/*.test.ts', 'checks/faults/**/*.test.ts'],
          exclude: [...configDefaults.exclude, forVerify],
          environment: 'node',
          globalSetup: ['apps/server/test/support/database/cluster.ts'],
        },
      },
      ...screens,
      {
        extends: true,
        test: {
          ...asTheServer,
          name: 'verify',
          include: [forVerify],
          environment: 'node',
          globalSetup: ['apps/server/test/support/database/cluster.ts'],
        },
      },
    ],
  },
});
