import { openApi } from '../../apps/server/src/platform/http/docs.ts';
import { dashboards } from './dashboards.ts';

/** Files that others read, made from the sources, by their path from the root. */
export function publishedFiles(): Readonly<Record<string, string>> {
  return {
    'docs/openapi.json': text(openApi()),
    ...Object.fromEntries(
      Object.entries(dashboards).map(([name, dashboard]) => [`docs/dashboards/${name}`, text(dashboard)]),
    ),
  };
}

function text(document: object): string {
  return `${JSON.stringify(document, undefined, 1)}\n`;
}
