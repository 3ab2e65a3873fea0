import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/** Folders under src/ that every screen uses. They share one catalogue; each feature has its own. */
const ground = ['app', 'art', 'error', 'i18n', 'kit', 'lending', 'net', 'shell', 'form'];

const features = readdirSync(fileURLToPath(new URL('src', import.meta.url)), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && ![...ground, 'visitor', 'worker'].includes(entry.name))
  .map((entry) => entry.name);

export default defineConfig({
  sourceLocale: 'en',
  // English stands in the sources.
  locales: ['fil', 'id'],
  catalogs: [
    { path: '<rootDir>/locales/{locale}/ground', include: ground.map((name) => `<rootDir>/src/${name}`) },
    ...features.map((name) => ({
      path: `<rootDir>/locales/{locale}/${name}`,
      include: [`<rootDir>/src/${name}`],
    })),
  ],
  format: formatter({ lineNumbers: false, origins: false }),
});
