/**
 * Builds the web app: the bundles, and one document a route with a prerendered skeleton, one stylesheet and the early
 * script. Run: node apps/borrower/build/build.ts [--mask all] [--out DIR]. Without --out each build has its own
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
import { earlyScript } from './early-script.ts';
import { firstCalls } from './first-calls.ts';
import { cataloguesOf, type Manifest, stylesOf, withImports } from './manifest.ts';
import { buildVisitors } from './visitors.ts';
import { preactForReact, sharedConfig, smallLingui } from './vite.config.ts';

interface Prerendered {
  readonly routes: Readonly<Record<string, { readonly module: string; readonly shell: string }>>;
}

const { values: options } = parseArgs({
  options: { mask: { type: 'string', default: 'declared' }, out: { type: 'string' } },
});
const mask = options.mask === 'all' ? 'all' : 'declared';
const appRoot = fileURLToPath(new URL('..', import.meta.url));
const root = fileURLToPath(new URL('../../..', import.meta.url));
const outDir = options.out === undefined ? newBuildFolder(root) : resolve(options.out);

const isStylesheet = (file: string): boolean => file.endsWith('.css');

async function buildClient(): Promise<Manifest> {
  await build(
    mergeConfig(sharedConfig(mask), {
      resolve: { alias: [...preactForReact, ...smallLingui] },
      build: {
        outDir,
        emptyOutDir: true,
        manifest: true,
        // A later screen is fetched ahead with its imports. A list of each screen's scripts would cost every page more.
        modulePreload: { polyfill: false, resolveDependencies: (_, files) => files.filter(isStylesheet) },
        rollupOptions: {
          input: join(appRoot, 'src/main.tsx'),
          // Modules that most screens share are one file: many small files compress worse and need a request each.
          output: {
            codeSplitting: {
              groups: [
                { name: 'base', test: sharedModules, priority: 2 },
                { name: 'story', test: storyModules },
              ],
            },
          },
        },
      },
    }),
  );
  return JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8'));
}

/**
 * The modules of the shared bundle: libraries and the code that every page needs. Modules for a few screens, or only
 * needed after a tap, are excluded: dialogs, pictures, contact links, the chosen amount, the theme switch, the device report.
 */
const sharedModules =
  /node_modules\/(?!@noble)|vite\/|rolldown|borrower\/src\/(app\/(?!page-bridge|month-names|useChosenAmount|theme)|net\/(?!mask-table|solve-challenge|has-own|upload|usePictures|shrink-picture|save-device)|i18n|shell|kit\/(Screen|Card|Button|States|Icon|[tT]oaster|back|tokens)|art\/(Scene|LostArt|BrandArt)|lending\/(order-status|quote-words)|kit\/lazy-part|error\/ErrorScreen)|contract\/src\/(call|context|envelope|fields|masked|loan|order-status)\.ts|bridge\/src\/detect|loan\/src\/format/;

/** What the screens of a loan share: together they compress better. */
const storyModules = /borrower\/src\/(lending\/(LoanStory|Ring|story-steps|DuePill|FoldedDates))/;

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

const manifest = await buildClient();
await buildHost();
const visitorAssets = await buildVisitors({ mask, outDir });
const { routes } = await prerenderShells();
const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
if (!entry) throw new Error('the build has no entry');

await mkdir(join(outDir, 'pages'), { recursive: true });
for (const [path, { module, shell }] of Object.entries(routes)) {
  const preload = withImports(manifest, `src/${module}`, withImports(manifest, entry));
  const styles = stylesOf(manifest, entry, `src/${module}`);
  const page = documentFor({
    css: (await Promise.all(styles.map((file) => readFile(join(outDir, file), 'utf8')))).join(''),
    inlined: styles.map((file) => `/${file}`),
    shell,
    script: earlyScript({
      plan: firstCalls[path],
      catalogues: cataloguesOf(manifest, ['ground', module.split('/')[0] ?? '']),
      scope: mask,
      table,
    }),
    entry: `/${manifest[entry]?.file}`,
    preload: [...preload].map((file) => `/${file}`),
  });
  await writeFile(join(outDir, 'pages', `${path.slice(1)}.html`), page);
}
await writeFile(join(outDir, 'visitor/assets.json'), JSON.stringify(visitorAssets));
await compressAssets();
await writeFile(join(outDir, 'build.json'), JSON.stringify({ mask, routes: Object.keys(routes) }));
if (options.out === undefined) await publishBuild(outDir, join(appRoot, 'dist'));
