import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * The gallery of the borrower's kit. `npx vite apps/borrower/gallery` serves it; `e2e/page/gallery.spec.ts`
 * compares its pictures. It is in no build of the app.
 */
export default defineConfig({
  cacheDir: '../../../node_modules/.vite',
  plugins: [react()],
  resolve: { conditions: ['source', 'module', 'browser', 'development'] },
  server: { host: '127.0.0.1', fs: { allow: ['../../..'] } },
});
