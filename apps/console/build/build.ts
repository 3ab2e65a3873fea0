/** Builds the console's web app into apps/console/dist. Run: node --conditions=source apps/console/build/build.ts */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { getConfig } from '@lingui/conf';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const linguiConfig = { configPath: `${root}lingui.config.ts` };

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  plugins: [
    react(),
    lingui(linguiConfig),
    babel({
      parserOpts: { plugins: ['jsx', 'typescript'] },
      presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig(linguiConfig) }, linguiConfig)],
    }),
  ],
  css: { modules: { generateScopedName: '[name]_[local]_[hash:base64:4]' } },
  build: {
    target: 'es2022',
    outDir: `${root}dist`,
    emptyOutDir: true,
    // The content security policy allows no inline script, style or data.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rollupOptions: { checks: { pluginTimings: false } },
  },
});

// The server sends these to browsers that take them.
const assets = join(root, 'dist/assets');
for (const name of readdirSync(assets)) {
  const content = readFileSync(join(assets, name));
  writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }));
  writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content));
}
