import { readFileSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { Manifest } from './manifest.ts';

/**
 * Chromium compiles the functions of such a script while it arrives, beside the page's own work. Without the comment it
 * compiles each one when it is called. It must be the script's first line.
 */
export const compileHint = '//# allFunctionsCalledOnLoad\n';

const isRuntime = (file: string): boolean => file.includes('rolldown-runtime-');
const importOfRuntime = /import\{t as (\w+)\}from"\.\/rolldown-runtime-[\w-]+\.js";/;

/** The bundler's runtime as this version writes it: a function that makes a module's namespace. */
const runtimeCode =
  'var e=Object.defineProperty,t=(t,n)=>{let r={};for(var i in t)e(r,i,{get:t[i],enumerable:!0});return n||e(r,Symbol.toStringTag,{value:`Module`}),r};export{t};';
const helper =
  '(t,n,e=Object.defineProperty)=>{let r={};for(var i in t)e(r,i,{get:t[i],enumerable:!0});return n||e(r,Symbol.toStringTag,{value:`Module`}),r}';

/** The files that decide how `packed-scripts.ts` changes a script, and which ones. */
const packing = ['./packed-scripts.ts', './pack.ts', './first-calls.ts'].map((file) =>
  readFileSync(new URL(file, import.meta.url), 'utf8'),
);

/** Makes the names of the scripts depend on what is done with them afterwards: phones keep a script of one name for a year. */
export const namesOfFinishedScripts: Plugin = {
  name: 'names-of-finished-scripts',
  augmentChunkHash: () => [compileHint, helper, ...packing].join(''),
};

/**
 * What is left to do for the phone when the bundles are written. The bundler's runtime is in a file of its own, which costs a
 * request: each script that needs it gets it. Returns the manifest without that file. Throws if the runtime is another one.
 */
export async function finishScripts(outDir: string, manifest: Manifest): Promise<Manifest> {
  const folder = join(outDir, 'assets');
  for (const name of (await readdir(folder)).filter((each) => each.endsWith('.js'))) {
    const file = join(folder, name);
    const code = await readFile(file, 'utf8');
    if (!isRuntime(name)) {
      const whole = code.replace(importOfRuntime, (_, local: string) => `var ${local}=${helper};`);
      if (isRuntime(whole)) throw new Error(`${name} imports the bundler's runtime in an unknown way`);
      await writeFile(file, compileHint + whole);
    } else if (code.trim() === runtimeCode) await rm(file);
    else throw new Error(`the bundler's runtime is not the known one: ${code}`);
  }
  return Object.fromEntries(
    Object.entries(manifest)
      .filter(([, { file }]) => !isRuntime(file))
      .map(([key, chunk]) => [
        key,
        { ...chunk, imports: chunk.imports?.filter((each) => !isRuntime(manifest[each]?.file ?? '')) ?? [] },
      ]),
  );
}
