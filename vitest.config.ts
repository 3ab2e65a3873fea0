import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Tests start many processes that load the same modules: each finds what the first one compiled.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('.state/compile-cache', import.meta.url));

export default defineConfig({
  resolve: { conditions: ['source'] },
  test: {
    // Files of a worker share the modules that it has loaded: to load the server again for each of a hundred files costs two
    // minutes of processor time. What a test changes of its process (environment, listeners, timers) it puts back.
    isolate: false,
    // One more than the cores of a small machine: tests often wait for a provider, a queue or a process.
    maxWorkers: 3,
    // Tests of one second, with all that runs beside them on two busy cores.
    testTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'packages/**/*.test.ts',
            'apps/borrower/**/*.test.ts',
            'apps/host/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          environment: 'node',
          setupFiles: ['tools/seed.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts', 'checks/faults/**/*.test.ts'],
          environment: 'node',
          setupFiles: ['tools/seed.ts'],
          globalSetup: ['apps/server/test/support/cluster.ts'],
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
