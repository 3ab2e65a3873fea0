import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { screenPlugins } from '../../../tools/screen-plugins.ts';

/**
 * The gallery of the console's kit. `npx vite apps/console/gallery` serves it; `e2e/page/gallery.spec.ts`
 * compares its pictures. It is in no build of the console.
 */
export default defineConfig({
  cacheDir: '../../../node_modules/.vite',
  plugins: screenPlugins(fileURLToPath(new URL('../lingui.config.ts', import.meta.url)), 'message'),
  resolve: { conditions: ['source', 'module', 'browser', 'development'] },
  server: { host: '127.0.0.1', fs: { allow: ['../../..'] } },
});
