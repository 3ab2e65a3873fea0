import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

/** The name of a screen's start script: `start-Order` of `order/Order.tsx`. */
export const startName = (module: string): string => `start-${basename(module, '.tsx')}`;

const prefix = 'start:';

/**
 * One start script for each screen: it imports the screen and starts the page with it. So a document needs neither the
 * list of all screens nor a request more for its own.
 */
export function startScripts(sources: string): Plugin {
  return {
    name: 'start-scripts',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load: (id) =>
      id.startsWith(`\0${prefix}`)
        ? `import { start } from ${JSON.stringify(join(sources, 'main.tsx'))};
           import First from ${JSON.stringify(join(sources, id.slice(prefix.length + 1)))};
           window.hiramStarted = true;
           start(First);`
        : undefined,
  };
}

/** The build's inputs for these screens. */
export function startInputs(modules: readonly string[]): Record<string, string> {
  return Object.fromEntries(modules.map((module) => [startName(module), `${prefix}${module}`]));
}

/** The bundler's function around a dynamic import that has stylesheets. */
const importHelper = '\0vite/preload-helper.js';

/** Replaces it by `kit/runtime/with-styles.ts`. */
export function ownImports(sources: string): Plugin {
  return {
    name: 'own-imports',
    enforce: 'pre',
    load: (id) =>
      id === importHelper
        ? `export { withStyles as __vitePreload } from ${JSON.stringify(join(sources, 'kit/runtime/with-styles.ts'))};`
        : undefined,
  };
}
