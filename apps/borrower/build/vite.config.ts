import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vite';
import { screenPlugins } from '../../../tools/screen-plugins.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const bridge = fileURLToPath(new URL('../../../packages/bridge/src/', import.meta.url));

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
 * Replaces React by the part of its API that the screens use, on Preact without `preact/compat`. The visitor pages, which
 * the server renders, keep the whole.
 */
export const smallReact = ['react', 'react-dom', 'react-dom/client']
  .map((find) => ({ find: new RegExp(`^${find}$`), replacement: `${root}src/kit/runtime/small-react.ts` }))
  .concat(preactForReact.filter(({ replacement }) => /jsx/.test(replacement)));

/**
 * Replaces the catalogues' runtime by the part of it that the screens use. The visitor pages keep the whole: they also
 * write numbers with it.
 */
export const smallLingui = ['@lingui/core', '@lingui/react'].map((find) => ({
  find: new RegExp(`^${find}$`),
  replacement: `${root}src/i18n/small-lingui.tsx`,
}));

/** Replaces the library that checks answers by the part of it that the contract uses. */
export const smallValibot = [{ find: /^valibot$/, replacement: `${root}src/net/transport/small-valibot.ts` }];

const stylesheets = new Map<string, string>();

/**
 * The name of a class in the page: `Card-row`. It repeats the property that names it, so that it costs few bytes after
 * gzip. Two stylesheets of one name would mix their classes.
 */
function scopedName(local: string, path: string): string {
  const file = path.split('?')[0] ?? path;
  const name = basename(file, '.module.css');
  const other = stylesheets.get(name) ?? file;
  if (other !== file) throw new Error(`${other} and ${file} need different names`);
  stylesheets.set(name, file);
  return `${name}-${local}`;
}

/**
 * The configuration that all builds share: the oldest supported engines, the catalogues, the source of our own
 * packages.
 */
export function sharedConfig(mask: 'declared' | 'all'): InlineConfig {
  return {
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: screenPlugins(`${root}lingui.config.ts`),
    // The bridge is also published as a package; use its source here, never the packed output.
    resolve: { alias: [{ find: /^@hiram\/bridge\/(.*)$/, replacement: `${bridge}$1.ts` }] },
    define: { __MASK__: JSON.stringify(mask) },
    css: { modules: { generateScopedName: scopedName } },
    build: {
      target: ['chrome69', 'safari15.4'],
      cssTarget: ['chrome69', 'safari15.4'],
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      assetsInlineLimit: 0,
      // The compiler takes most of a build, as expected: a start does not warn of it. Some screens import at once what the
      // entry screens load later.
      rollupOptions: { checks: { pluginTimings: false, ineffectiveDynamicImport: false } },
    },
  };
}
