/** Builds what the server renders first views with: one function of the screens' modules, and their texts. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, mergeConfig } from 'vite';
import { sharedConfig, smallLingui, smallReact, smallValibot } from './vite.config.ts';

const appRoot = fileURLToPath(new URL('..', import.meta.url));
type Mask = Parameters<typeof sharedConfig>[0];

/** Writes `views/render.cjs` and `views/texts.json` into the build's folder. */
export async function buildServerViews(mask: Mask, outDir: string): Promise<void> {
  const dir = join(outDir, 'views');
  await bundle(mask, dir, { module: 'src/server-texts.ts', file: 'texts.mjs' });
  const texts: { catalogues: object } = await import(pathToFileURL(join(dir, 'texts.mjs')).href);
  // Empties the folder.
  await bundle(mask, dir, { module: 'src/server-view.tsx', file: 'render.cjs' });
  await writeFile(join(dir, 'texts.json'), JSON.stringify(texts.catalogues));
}

async function bundle(
  mask: Mask,
  dir: string,
  { module, file }: { readonly module: string; readonly file: string },
): Promise<void> {
  await build(
    mergeConfig(sharedConfig(mask), {
      resolve: { alias: [...smallReact, ...smallLingui, ...smallValibot] },
      // Self-contained: the server runs it from any build folder.
      ssr: { noExternal: true },
      build: {
        outDir: dir,
        emptyOutDir: true,
        ssr: join(appRoot, module),
        target: 'node24',
        rollupOptions: {
          output: {
            entryFileNames: file,
            format: file.endsWith('.cjs') ? 'cjs' : 'es',
            codeSplitting: false,
          },
        },
      },
    }),
  );
}
