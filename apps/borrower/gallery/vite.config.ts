import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Serves the gallery during development: `npx vite apps/borrower/gallery`. It is in no build. */
export default defineConfig({
  cacheDir: '../../../node_modules/.vite',
  plugins: [react()],
  resolve: { conditions: ['source', 'module', 'browser', 'development'] },
  server: { host: '127.0.0.1', fs: { allow: ['../../..'] } },
});
