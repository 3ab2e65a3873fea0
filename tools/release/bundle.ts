import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { programs, unbundled } from './contents.ts';

/** The archive's folder of programs, directly in its root. */
export const programFolder = 'server';

const threadUrl = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g;

/** The sources that run in threads of their own, by the name that their program gets. */
export function threadsOf(root: string, files: readonly string[]): Record<string, string> {
  const threads: Record<string, string> = {};
  for (const file of files)
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(threadUrl))
      threads[name] = join(file, '..', `${name}.ts`);
  return threads;
}

/**
 * A bundle lies elsewhere than its sources, so each `import.meta.url` of ours becomes the address that the source has in a
 * checkout, seen from the folder of programs. A thread's program lies beside the others.
 */
export function withSourceAddresses(code: string, path: string): string {
  return code
    .replaceAll(threadUrl, (_, name: string) => `new URL('./${name}.js', bundleUrl)`)
    .replaceAll('import.meta.url', `new URL('../${path}', bundleUrl).href`)
    .replaceAll('bundleUrl', 'import.meta.url');
}

/**
 * Bundles the server's programs and threads into a few files, and answers the folders of the packages in
 * them. `conditionNames` has neither `import` nor `require`: the bundler adds the one that fits. With
 * `import` among them `require('pg-pool')` finds an ES module's namespace, from which no class can be
 * derived.
 */
export async function bundleServer(
  root: string,
  files: readonly string[],
  outDir: string,
): Promise<ReadonlySet<string>> {
  const sourceAddresses: Plugin = {
    name: 'source-addresses',
    transform(code, id) {
      const path = relative(root, id);
      if (path.startsWith('..') || path.includes('node_modules') || !code.includes('import.meta.url')) return;
      return { code: withSourceAddresses(code, path) };
    },
  };
  const packages = Object.keys(unbundled).map((name) => new RegExp(`^${name}(/|$)`));
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(
      Object.entries({ ...programs, ...threadsOf(root, files) }).map(([name, file]) => [
        name,
        join(root, file),
      ]),
    ),
    platform: 'node',
    external: packages,
    resolve: { conditionNames: ['source', 'node', 'default'] },
    plugins: [sourceAddresses],
  });
  const { output } = await bundle.write({
    dir: outDir,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  return new Set(modules.flatMap((id) => packagePath(relative(root, id)) ?? []));
}

/** `node_modules/pg` of a module's path; undefined for a module of ours. */
export function packagePath(path: string): string | undefined {
  return /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0];
}
