/** Builds the visitors' pages: the promotion page and the public site. */
import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { VisitorAssets } from '@hiram/visitor-pages/pages';
import { build, mergeConfig } from 'vite';
import { cataloguesOf, type Manifest, stylesOf, withImports } from './manifest.ts';
import { preactForReact, sharedConfig } from './vite.config.ts';

const appRoot = fileURLToPath(new URL('..', import.meta.url));
const promotionModule = 'src/promotion/enter.tsx';
const siteModule = 'src/site/styles.ts';

interface Options {
  readonly mask: Parameters<typeof sharedConfig>[0];
  readonly outDir: string;
}

/**
 * Builds the visitors' pages: a script of their own, smaller than the screens', and the renderer that the server uses
 * (dist/visitor/render.mjs). Returns the files that their documents refer to.
 */
export async function buildVisitors({ mask, outDir }: Options): Promise<VisitorAssets> {
  const dir = join(outDir, 'visitor');
  const manifest = await buildPages(mask, dir);
  const entry = manifest[promotionModule];
  if (!entry) throw new Error('the build has no promotion page');
  const stylesheetOf = async (module: string) =>
    (await Promise.all(stylesOf(manifest, module).map((file) => readFile(join(dir, file), 'utf8')))).join('');
  const assets: VisitorAssets = {
    promotion: {
      css: await stylesheetOf(promotionModule),
      entry: `/${entry.file}`,
      preload: [...withImports(manifest, promotionModule)].map((file) => `/${file}`),
    },
    site: { css: await stylesheetOf(siteModule) },
    words: cataloguesOf(manifest, ['ground', 'promotion']),
  };
  await cp(join(dir, 'assets'), join(outDir, 'assets'), { recursive: true });
  await rm(dir, { recursive: true });
  await buildRenderer(mask, dir);
  return assets;
}

async function buildPages(mask: Options['mask'], dir: string): Promise<Manifest> {
  // The site has no script: it is built for its styles and pictures.
  const input = {
    promotion: join(appRoot, promotionModule),
    site: join(appRoot, siteModule),
  };
  await build(
    mergeConfig(sharedConfig(mask), {
      resolve: { alias: preactForReact },
      build: {
        outDir: dir,
        emptyOutDir: true,
        manifest: true,
        // Keep the exports of an entry: the build of the site has no other output.
        rollupOptions: { input, preserveEntrySignatures: 'strict' },
      },
    }),
  );
  return JSON.parse(await readFile(join(dir, '.vite/manifest.json'), 'utf8'));
}

async function buildRenderer(mask: Options['mask'], dir: string): Promise<void> {
  await build(
    mergeConfig(sharedConfig(mask), {
      resolve: { alias: preactForReact },
      // One self-contained file: the server imports it from any build folder.
      ssr: { noExternal: true },
      build: {
        outDir: dir,
        emptyOutDir: true,
        ssr: join(appRoot, 'src/visitor/render.tsx'),
        target: 'node24',
        rollupOptions: { output: { entryFileNames: 'render.mjs' } },
      },
    }),
  );
}
