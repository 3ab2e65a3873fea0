import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brandJsonSchema } from '../../apps/server/src/brands/validation/brand-json-schema.ts';
import { brandReference } from './brand.ts';
import { dashboards } from './dashboards.ts';
import { settingsReference } from './settings.ts';

/** The references made from the sources, by their path from the root. They are committed. */
export const references: Readonly<Record<string, string>> = {
  'docs/brand.md': brandReference(),
  'docs/settings.md': settingsReference(),
};

/** Files that other programs read, made for a release and by `npm run published`: Git ignores them. */
export const generatedFiles: Readonly<Record<string, string>> = {
  'docs/brand.schema.json': text(brandJsonSchema()),
  ...Object.fromEntries(
    Object.entries(dashboards).map(([name, dashboard]) => [`docs/dashboards/${name}`, text(dashboard)]),
  ),
};

/** Writes files below a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

function text(document: object): string {
  return `${JSON.stringify(document, undefined, 1)}\n`;
}
