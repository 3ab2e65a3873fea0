import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  catalogs: [{ path: '<rootDir>/locales/{locale}/console', include: ['<rootDir>/src'] }],
  format: formatter({ lineNumbers: false, origins: false }),
});
