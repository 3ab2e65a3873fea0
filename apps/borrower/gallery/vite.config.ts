import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Serves the gallery for development only: `npx vite apps/borrower/gallery`. No build contains it. */
export default defineConfig({
  cacheDir: '../../../node_modules/.vite',
  plugins: [react()],
  resolve: { conditions: ['source', 'module', 'browser', 'development'] },
  server: { host: '127.0.0.1', fs: { allow: ['../../..'] } },
});
