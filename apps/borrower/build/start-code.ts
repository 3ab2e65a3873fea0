/**
 * Compiles the documents' inline scripts, `before-paint.ts`, `start.ts` and `run-scripts.ts` of `start/`,
 * each to one classic script.
 */
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

interface StartCode {
  /** The script before the first paint. */
  readonly beforePaint: string;
  /** The script behind the skeleton. */
  readonly start: string;
  /** The code before it in a browser's first document. */
  readonly runScripts: string;
}

/** The code of the documents' inline scripts. */
export async function startCode(): Promise<StartCode> {
  // The minifier writes strings as template literals, which an old engine cannot read.
  const [beforePaint, start, runScripts] = await Promise.all([
    compile('before-paint', false),
    compile('start', true),
    compile('run-scripts', true),
  ]);
  return { beforePaint, start, runScripts };
}
