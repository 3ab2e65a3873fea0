/** Builds the console's web app into apps/console/dist. Run: node --conditions=source apps/console/build/build.ts */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build, mergeConfig } from 'vite';
import { root, sharedConfig } from './vite.config.ts';

await build(
  mergeConfig(sharedConfig, {
    build: {
      target: 'es2022',
      outDir: `${root}dist`,
      emptyOutDir: true,
      // The content security policy allows no inline script, style or data.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rollupOptions: { checks: { pluginTimings: false } },
    },
  }),
);

// The server sends these to browsers that take them.
const assets = join(root, 'dist/assets');
for (const name of readdirSync(assets)) {
  const content = readFileSync(join(assets, name));
  writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }));
  writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content));
}
