import type { Plugin } from 'vite';

/**
 * The query library's private fields (`#name`) would become a WeakMap and two helpers each at our target, some 4 kB of
 * gzip on every page. Under a plain name they are as private as anything that nobody else touches. Our own code has none.
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
