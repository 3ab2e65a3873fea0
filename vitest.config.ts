import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Tests start many processes that load the same modules: each finds what the first one compiled.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('.state/compile-cache', import.meta.url));

export default defineConfig({
  resolve: { conditions: ['source'] },
  test: {
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
          include: ['apps/server/**/*.test.ts', 'torture/**/*.test.ts'],
          environment: 'node',
          setupFiles: ['tools/seed.ts'],
          globalSetup: ['apps/server/test/cluster.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
