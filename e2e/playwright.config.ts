import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

// Each worker starts a server, which reuses the compiled modules of the first one.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../.state/compile-cache', import.meta.url));

/** Repetitions in another brand that seldom fail alone: `npm run verify` and a named file run them. */
const forVerify = process.env.VERIFY ? [] : [/@verify/];

const executablePath = process.env.CHROMIUM || undefined;

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './support/global-setup.ts',
  outputDir: '../test-results',
  // The pictures of the components. `npm run gallery` makes them again.
  snapshotPathTemplate: '{testDir}/gallery-pictures/{arg}{ext}',
  // One more than the cores of a small machine, because tests often wait for a page.
  workers: 3,
  fullyParallel: true,
  // They end what hangs, also on a machine that has ten times as much to do: no test asserts by them.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    // What a phone keeps would answer in place of the network that a test changes. Its own tests allow it.
    serviceWorkers: 'block',
    locale: 'en-PH',
    timezoneId: 'Asia/Manila',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  // One project: another would have a browser and a server of its own.
  grepInvert: forVerify,
});
