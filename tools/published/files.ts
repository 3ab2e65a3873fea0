import { brandJsonSchema } from '../../apps/server/src/brands/brand-json-schema.ts';
import { brandReference } from './brand.ts';
import { dashboards } from './dashboards.ts';
import { settingsReference } from './settings.ts';

/** Files that others read, made from the sources, by their path from the root. */
export function publishedFiles(): Readonly<Record<string, string>> {
  return {
    'docs/brand.md': brandReference(),
    'docs/brand.schema.json': text(brandJsonSchema()),
    'docs/settings.md': settingsReference(),
    ...Object.fromEntries(
      Object.entries(dashboards).map(([name, dashboard]) => [`docs/dashboards/${name}`, text(dashboard)]),
    ),
  };
}

function text(document: object): string {
  return `${JSON.stringify(document, undefined, 1)}\n`;
}
