/** Builds the service workers: each is one classic script. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, mergeConfig } from 'vite';
import { sharedConfig } from './vite.config.ts';

const appRoot = fileURLToPath(new URL('..', import.meta.url));

/** Writes `workers/worker.js`, and `workers/ended.js`, which removes it from a phone. */
export async function buildWorkers(outDir: string): Promise<void> {
  for (const name of ['worker', 'ended'])
    await build(
      mergeConfig(sharedConfig('declared'), {
        build: {
          outDir: join(outDir, 'workers'),
          emptyOutDir: false,
          rollupOptions: {
            input: join(appRoot, `src/worker/${name}.ts`),
            output: { format: 'iife', entryFileNames: `${name}.js` },
          },
        },
      }),
    );
}
