/**
 * Serves the console with hot reload: `node --conditions=source apps/console/build/dev-server.ts --port 5174 --api
 * http://localhost:3001`. Its calls go to the running console behind it.
 */
import { parseArgs } from 'node:util';
import { createServer, mergeConfig } from 'vite';
import { root, sharedConfig } from './vite.config.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '5174' },
    api: { type: 'string', default: 'http://localhost:3001' },
  },
});
const api = new URL(values.api).origin;

const vite = await createServer(
  mergeConfig(sharedConfig, {
    resolve: { conditions: ['source', 'browser', 'module'] },
    server: {
      port: Number(values.port),
      strictPort: true,
      host: 'localhost',
      fs: { allow: [`${root}../..`] },
      proxy: {
        '/api': {
          target: api,
          changeOrigin: true,
          // The console accepts calls of its own origin alone.
          headers: { origin: api },
        },
      },
    },
    plugins: [
      {
        name: 'sandbox',
        transformIndexHtml: (html: string) =>
          html.replace('<html ', '<html data-sandbox="true" data-directory="false" '),
      },
    ],
  }),
);
await vite.listen().catch((error: unknown) => {
  // For instance: the port is in use.
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
console.log(`Console with hot reload: http://localhost:${values.port}`);
