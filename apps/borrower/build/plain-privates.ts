import type { Plugin } from 'vite';

/**
 * At our build target, each private field (`#name`) of the query library would become a WeakMap and two helpers, about
 * 4 kB of gzip on every page. This renames them to ordinary properties. Our own code has no private fields.
 */
export function plainPrivates(): Plugin {
  return {
    name: 'plain-privates',
    enforce: 'pre',
    transform(code, id) {
      if (!/@tanstack[\\/]query-core/.test(id)) return null;
      return { code: code.replace(/#([A-Za-z_$][\w$]*)/g, '__private_$1'), map: null };
    },
  };
}
