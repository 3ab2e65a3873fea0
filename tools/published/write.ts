/** Writes the files that others read: `npm run published`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../root.ts';
import { publishedFiles } from './files.ts';

for (const [path, content] of Object.entries(publishedFiles())) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}
