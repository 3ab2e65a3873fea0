import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/**
 * Folders under src/ that are loaded at the start. They share one catalogue, with the titles of all screens; each desk has one
 * of its own, loaded with its screens.
 */
const ground = ['action', 'app', 'frame', 'i18n', 'kit', 'list', 'net', 'session'];

const desks = readdirSync(fileURLToPath(new URL('src', import.meta.url)), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !ground.includes(entry.name))
  .map((entry) => entry.name);

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  catalogs: [
    {
      path: '<rootDir>/locales/{locale}/ground',
      include: [
        ...ground.map((name) => `<rootDir>/src/${name}`),
        '<rootDir>/src/*/screens.ts',
        '<rootDir>/src/find/FindBox.tsx',
        '<rootDir>/src/money-out/PayoutState.tsx',
      ],
    },
    ...desks.map((name) => ({
      path: `<rootDir>/locales/{locale}/${name}`,
      include: [`<rootDir>/src/${name}`],
      exclude: ['**/screens.ts', '**/FindBox.tsx', '**/PayoutState.tsx'],
    })),
  ],
  format: formatter({ lineNumbers: false, origins: false }),
});
