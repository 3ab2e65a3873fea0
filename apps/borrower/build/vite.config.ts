import { fileURLToPath } from 'node:url';
import { getConfig } from '@lingui/conf';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const bridge = fileURLToPath(new URL('../../../packages/bridge/src/', import.meta.url));
const linguiConfig = { configPath: `${root}lingui.config.ts` };

/** Replaces React by Preact: the same screens with 45 kB less to fetch and parse, which matters most on slow phones. */
export const preactForReact = [
  { find: /^react$/, replacement: 'preact/compat' },
  { find: /^react-dom$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react\/jsx-dev-runtime$/, replacement: 'preact/jsx-dev-runtime' },
  // A fallback for React before 18, which the catalogues import. Preact has the hook itself, and as a
  // CommonJS module the fallback would keep all of preact/compat in the bundle.
  { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'preact/compat' },
];

/**
 * Replaces the catalogues' runtime by the part of it that the screens use. The visitor pages keep the whole: they also
 * write numbers with it.
 */
export const smallLingui = ['@lingui/core', '@lingui/react'].map((find) => ({
  find: new RegExp(`^${find}$`),
  replacement: `${root}src/i18n/small-lingui.tsx`,
}));

/**
 * The configuration that all builds share: the oldest supported engines, the catalogues, the source of our own
 * packages.
 */
export function sharedConfig(mask: 'declared' | 'all'): InlineConfig {
  return {
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
    // The bridge is also published as a package; use its source here, never the packed output.
    resolve: { alias: [{ find: /^@hiram\/bridge\/(.*)$/, replacement: `${bridge}$1.ts` }] },
    define: { __MASK__: JSON.stringify(mask) },
    css: { modules: { generateScopedName: '[name]_[local]_[hash:base64:4]' } },
    build: {
      target: ['chrome69', 'safari15.4'],
      cssTarget: ['chrome69', 'safari15.4'],
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      assetsInlineLimit: 0,
    },
  };
}
