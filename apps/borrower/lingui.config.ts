import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/** Folders under src/ that every screen stands on: their words travel as one catalogue, each journey's in its own. */
const ground = ['app', 'art', 'error', 'i18n', 'kit', 'lending', 'net', 'shell', 'form'];

const features = readdirSync(fileURLToPath(new URL('src', import.meta.url)), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && ![...ground, 'visitor'].includes(entry.name))
  .map((entry) => entry.name);

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'fil', 'id'],
  // What a language has not translated yet is said in English, never as a message's id.
  fallbackLocales: { default: 'en' },
  catalogs: [
    { path: '<rootDir>/locales/{locale}/ground', include: ground.map((name) => `<rootDir>/src/${name}`) },
    ...features.map((name) => ({
      path: `<rootDir>/locales/{locale}/${name}`,
      include: [`<rootDir>/src/${name}`],
    })),
  ],
  format: formatter({ lineNumbers: false, origins: false }),
});
