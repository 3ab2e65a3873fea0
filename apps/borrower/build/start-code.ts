/** Compiles the documents' two inline scripts, `start/before-paint.ts` and `start/start.ts`, each to one classic script. */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { sharedConfig } from './vite.config.ts';

async function compile(name: string, minify: boolean): Promise<string> {
  const { resolve, build: shared } = sharedConfig('declared');
  const entry = fileURLToPath(new URL(`../start/${name}.ts`, import.meta.url));
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { ...resolve, conditions: ['source'] },
    build: {
      ...shared,
      write: false,
      minify,
      lib: { entry, formats: ['iife'], name: 'hiramPageStart', fileName: name },
    },
  });
  const [bundle] = [result].flat();
  if (!bundle || !('output' in bundle)) throw new Error(`${name} was not built`);
  const { code } = bundle.output[0];
  if (/<\/script|<!--/i.test(code)) throw new Error(`${name} would end its own element`);
  return code.trim();
}

/** The code of the script before the first paint, and of the one behind the skeleton. */
export async function startCode(): Promise<{ readonly beforePaint: string; readonly start: string }> {
  // The minifier writes strings as template literals, which an old engine cannot read.
  const [beforePaint, start] = await Promise.all([compile('before-paint', false), compile('start', true)]);
  return { beforePaint, start };
}
