/** Writes the files that others read: `npm run published`. */
import { root } from '../root.ts';
import { generatedFiles, references, writeFiles } from './files.ts';

writeFiles(root, { ...references, ...generatedFiles });
