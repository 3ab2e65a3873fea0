/**
 * Serves the screens and the simulated app with hot reload: `node --conditions=source apps/borrower/dev/server.ts --port 5173
 * --api http://localhost:3000`. Everything else comes from the running server behind it. A screen's document is the server's,
 * with its cookies, colours and settings, and with the sources in place of the built scripts and styles.
 */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createServer, mergeConfig, type ProxyOptions, type ViteDevServer } from 'vite';
import { sharedConfig } from '../build/vite.config.ts';
import type { PagePlan } from '../start/page-plan.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '5173' },
    api: { type: 'string', default: 'http://localhost:3000' },
  },
});
const api = new URL(values.api).origin;
const appUrl = `http://localhost:${values.port}`;
const hostUrl = `http://127.0.0.1:${values.port}`;
const repository = fileURLToPath(new URL('../../..', import.meta.url));
const mount = fileURLToPath(new URL('mount.ts', import.meta.url));

/** The server accepts changes from its own origin alone. */
const proxy: ProxyOptions = {
  target: api,
  changeOrigin: true,
  configure(proxied) {
    proxied.on('proxyReq', (request) => {
      if (request.hasHeader('origin')) request.setHeader('origin', api);
    });
  },
};

/** A screen's texts in development: the catalogues themselves, of its folder and of all screens. */
function planOf(module: string): PagePlan {
  const folder = module.split('/')[0] ?? '';
  // English stands in the sources.
  const texts = ['fil', 'id'].map((language) => [
    language,
    ['ground', folder].map((name) => `/locales/${language}/${name}.po?import`),
  ]);
  return {
    texts: Object.fromEntries(texts),
    specified: '/src/i18n/specified-copy.ts',
    styles: [],
    later: [],
    start: '',
  };
}

/** The server's document of a screen, with the sources in place of what was built. */
function documentOf(served: string, module: string): string {
  const [, colours = ''] = /<style>(.*?)<\/style>/s.exec(served) ?? [];
  const [, settings = '{}'] = /id="hiram">(.*?)<\/script>/s.exec(served) ?? [];
  const own = settings.replace(/"hostOrigin":"[^"]*"/, `"hostOrigin":"${hostUrl}"`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover"><title>Hiram</title>
<style>${colours}</style>
<script type="application/json" id="hiram">${own}</script>
<script type="application/json" id="hiram-page">${JSON.stringify(planOf(module))}</script>
</head><body><div id="root"></div>
<script type="module">
import '/start/before-paint.ts';
import '/start/start.ts';
import { start } from '/src/main.tsx';
import First from '/src/${module}';
start(First);
</script></body></html>`;
}

async function serveScreen(
  vite: ViteDevServer,
  module: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const served = await fetch(new URL(request.url ?? '/', api), {
    headers: { cookie: request.headers.cookie ?? '', accept: 'text/html' },
    redirect: 'manual',
  });
  response.statusCode = served.status;
  response.setHeader('set-cookie', served.headers.getSetCookie());
  const location = served.headers.get('location');
  if (location) response.setHeader('location', location.replace(api, appUrl));
  response.setHeader('content-type', 'text/html; charset=utf-8');
  const html = documentOf(await served.text(), module);
  response.end(
    location ? '' : await vite.transformIndexHtml(new URL(request.url ?? '/', appUrl).pathname, html),
  );
}

/** The simulated app's page. */
async function serveHost(vite: ViteDevServer, response: ServerResponse): Promise<void> {
  const file = `${repository}apps/host/index.html`;
  const html = readFileSync(file, 'utf8').replace('./src/', `/@fs${repository}apps/host/src/`);
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(await vite.transformIndexHtml('/host', html));
}

const vite = await createServer(
  mergeConfig(sharedConfig('declared'), {
    appType: 'custom',
    resolve: {
      alias: [{ find: /^\.\/app\/page\/mount\.ts$/, replacement: mount }],
      conditions: ['source', 'browser', 'module'],
    },
    server: {
      port: Number(values.port),
      strictPort: true,
      host: '127.0.0.1',
      allowedHosts: ['localhost'],
      fs: { allow: [repository] },
      // Paths that are no file of the sources.
      proxy: { '^/(?!@|src/|start/|dev/|locales/|node_modules/)': proxy },
    },
    plugins: [
      {
        name: 'documents',
        async configureServer(server: ViteDevServer) {
          const { screens } = await server.ssrLoadModule('/src/screens.ts');
          server.middlewares.use((request, response, next) => {
            const path = new URL(request.url ?? '/', appUrl).pathname;
            const isDocument = request.method === 'GET' && request.headers.accept?.includes('text/html');
            const module: string | undefined = screens[path]?.module;
            if (isDocument && path === '/host' && request.headers.host?.startsWith('127.0.0.1'))
              serveHost(server, response).catch(next);
            else if (isDocument && module !== undefined)
              serveScreen(server, module, request, response).catch(next);
            else next();
          });
        },
      },
    ],
  }),
);
await vite.listen().catch((error: unknown) => {
  // For instance: the port is in use.
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
console.log(`Screens with hot reload: ${appUrl}, simulated app: ${hostUrl}/host`);
