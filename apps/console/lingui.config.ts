import { defineConfig } from '@lingui/cli';

/** The console speaks English alone. Its build leaves the messages in the scripts, so there are no catalogues. */
export default defineConfig({ sourceLocale: 'en', locales: ['en'] });
