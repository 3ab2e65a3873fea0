import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';

const folders = ['apps', 'packages', 'checks', 'bench', 'e2e', 'tools', 'scripts'];
/** Folders that are installed, built, or data. */
const passedOver = new Set(['node_modules', 'dist', 'locales', 'results']);

/** Every source file whose name matches, by default TypeScript and JavaScript, as a path from the repository's root. */
export function sourceFiles(name = /\.(tsx?|mjs)$/): string[] {
  const walk = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return passedOver.has(entry.name) ? [] : walk(path);
      return name.test(entry.name) ? [path] : [];
    });
  return folders.flatMap(walk);
}
