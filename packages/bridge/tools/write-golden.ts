// Writes golden/*.json again: `npm run golden` in packages/bridge, which also formats them.
import { writeFileSync } from 'node:fs';
import { goldenFiles } from './golden-messages.ts';

for (const [name, content] of Object.entries(goldenFiles))
  writeFileSync(new URL(`../golden/${name}`, import.meta.url), JSON.stringify(content));
