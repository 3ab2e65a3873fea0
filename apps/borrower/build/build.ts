/**
 * Builds the web app: the bundles, and one document a route with a prerendered skeleton, one stylesheet and the inline
 * scripts of `start/`. Run: node apps/borrower/build/build.ts [--mask all] [--out DIR]. Without --out each build has its own
 * folder in .state/builds, and apps/borrower/dist links to the newest; a running server keeps using its build.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import table from '@hiram/contract/mask.json' with { type: 'json' };
import { build, mergeConfig } from 'vite';
import { newBuildFolder, publishBuild } from './build-folders.ts';
import { documentFor } from './document.ts';
import { earlyCallOf, serverCallOf } from './early-calls.ts';
import { firstCalls } from './first-calls.ts';
import { laterScriptsOf, type Manifest, startOf, stylesOf, withImports } from './manifest.ts';
import { namesOfPackedScripts, type Packed, writePacked } from './pack.ts';
import { scriptGroups } from './script-groups.ts';
import { buildServerViews } from './server-views.ts';
import { startCode } from './start-code.ts';
import { ownImports, startInputs, startScripts } from './start-scripts.ts';
import { writeTexts } from './texts.ts';
import { buildVisitors } from './visitors.ts';
import { sharedConfig, smallLingui, smallReact, smallValibot } from './vite.config.ts';
import { buildWorkers } from './workers.ts';

interface Prerendered {
  readonly routes: Readonly<Record<string, { readonly module: string; readonly shell: string }>>;
}

const { values: options } = parseArgs({
  options: { mask: { type: 'string', default: 'declared' }, out: { type: 'string' } },
});
const mask = options.mask === 'all' ? 'all' : 'declared';
const appRoot = fileURLToPath(new URL('..', import.meta.url));
const sources = join(appRoot, 'src');
const root = fileURLToPath(new URL('../../..', import.meta.url));
const outDir = options.out === undefined ? newBuildFolder(root) : resolve(options.out);

const isStylesheet = (file: string): boolean => file.endsWith('.css');

async function buildClient(modules: readonly string[]): Promise<Manifest> {
  await build(
    mergeConfig(sharedConfig(mask), {
      plugins: [startScripts(sources), ownImports(sources), namesOfPackedScripts],
      resolve: { alias: [...smallReact, ...smallLingui, ...smallValibot] },
      build: {
        outDir,
        emptyOutDir: true,
        manifest: true,
        // A later screen is fetched ahead with its imports. A list of each screen's scripts would cost every page more.
        modulePreload: {
          polyfill: false,
          resolveDependencies: (_: string, files: string[]) => files.filter(isStylesheet),
        },
        rollupOptions: {
          input: startInputs(modules),
          output: {
            codeSplitting: { groups: scriptGroups },
          },
        },
      },
    }),
  );
  return JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8'));
}

/** The simulated native app, a page of its own for the sandbox. */
async function buildHost(): Promise<void> {
  const host = fileURLToPath(new URL('../../host', import.meta.url));
  await build(
    mergeConfig(sharedConfig(mask), {
      root: host,
      base: '/host-files/',
      build: {
        outDir: join(outDir, 'host'),
        emptyOutDir: true,
        target: 'es2020',
        rollupOptions: { input: join(host, 'index.html') },
      },
    }),
  );
}

async function prerenderShells(): Promise<Prerendered> {
  // Inside the project, wherever the output goes: the rendered bundle still imports React.
  const ssrDir = join(appRoot, `dist.ssr-${process.pid}`);
  await build(
    mergeConfig(sharedConfig(mask), {
      build: {
        outDir: ssrDir,
        emptyOutDir: true,
        ssr: join(appRoot, 'src/prerender.tsx'),
        target: 'node24',
        rollupOptions: { output: { entryFileNames: 'prerender.mjs' } },
      },
    }),
  );
  const module: { prerenderRoutes(): Promise<Prerendered> } = await import(
    pathToFileURL(join(ssrDir, 'prerender.mjs')).href
  );
  const prerendered = await module.prerenderRoutes();
  await rm(ssrDir, { recursive: true });
  return prerendered;
}

/** Writes compressed copies beside the assets, so that the server does not compress them at each request. */
async function compressAssets(): Promise<void> {
  for (const name of await readdir(join(outDir, 'assets'))) {
    const file = join(outDir, 'assets', name);
    const content = await readFile(file);
    await writeFile(`${file}.gz`, gzipSync(content, { level: 9 }));
    await writeFile(`${file}.br`, brotliCompressSync(content));
  }
}

const { routes } = await prerenderShells();
const code = await startCode();
const manifest = await buildClient(Array.from(new Set(Object.values(routes).map(({ module }) => module))));
await buildHost();
await buildServerViews(mask, outDir);
await buildWorkers(outDir);
const visitorAssets = await buildVisitors({ mask, outDir });

await mkdir(join(outDir, 'pages'), { recursive: true });
const packed = new Map<string, Packed>();
for (const [path, { module, shell }] of Object.entries(routes)) {
  const entry = startOf(manifest, module);
  const [startFile = '', ...preload] = withImports(manifest, entry);
  const styles = stylesOf(manifest, entry);
  const firstCall = firstCalls[path];
  const hasView = firstCall?.onServer === true;
  const viewFiles = [startFile, ...preload];
  const texts = await writeTexts(outDir, manifest, {
    start: entry,
    module,
    ...(hasView ? { viewFiles } : {}),
  });
  const parts = {
    css: (await Promise.all(styles.map((file) => readFile(join(outDir, file), 'utf8')))).join(''),
    shell,
    beforePaint: code.beforePaint,
    script: code.start,
    plan: {
      texts,
      specified: `/${manifest['src/i18n/specified-copy.ts']?.file}`,
      styles: styles.map((file) => `/${file}`),
      later: laterScriptsOf(manifest, entry).map((file) => `/${file}`),
      start: `/${startFile}`,
      ...(firstCall ? { call: earlyCallOf(firstCall, mask, table) } : {}),
    },
  };
  const page = documentFor({
    ...parts,
    start: (await readFile(join(outDir, startFile), 'utf8')).trim().replaceAll('"./', '"/assets/'),
    preload: preload.map((file) => `/${file}`),
  });
  await writeFile(join(outDir, 'pages', `${path.slice(1)}.html`), page);
  if (hasView)
    packed.set(path.slice(1), {
      entry,
      html: documentFor({
        ...parts,
        script: `${code.runScripts}${code.start}`,
        start: undefined,
        preload: [],
      }),
      texts,
    });
}
await writePacked(outDir, manifest, packed);
await writeFile(join(outDir, 'visitor/assets.json'), JSON.stringify(visitorAssets));
await compressAssets();
const serverCalls = Object.entries(firstCalls)
  .filter(([, plan]) => plan.onServer)
  .map(([path, plan]) => [path.slice(1), serverCallOf(plan, mask, table)]);
await writeFile(join(outDir, 'views/calls.json'), JSON.stringify(Object.fromEntries(serverCalls)));
await writeFile(join(outDir, 'build.json'), JSON.stringify({ mask, routes: Object.keys(routes) }));
if (options.out === undefined) await publishBuild(outDir, join(appRoot, 'dist'));
