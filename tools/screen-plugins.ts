import { createCompiledCatalog } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import type { Plugin, PluginOption } from 'vite';

/** Gives `order.po?english`: the messages of that catalogue in English, which stands in the sources alone. */
const english: Plugin = {
  name: 'english',
  async load(id) {
    const [, name] = /([\w-]+)\.po\?english$/.exec(id) ?? [];
    if (name === undefined) return null;
    // Outside production the scripts have their messages themselves.
    const { catalogues } =
      process.env.NODE_ENV === 'production' ? await import('./app-messages.ts') : { catalogues: [] };
    const texts = catalogues.find((catalogue) => catalogue.name === name)?.english ?? [];
    const { source } = createCompiledCatalog('en', Object.fromEntries(texts), { namespace: 'es' });
    return { code: source, moduleType: 'js' };
  },
};

/**
 * The plugins that compile screens: React, and the texts by the Lingui configuration at `configPath`. With `message` as
 * `descriptorFields` an app needs no catalogue: its messages stay in the scripts.
 */
export function screenPlugins(
  configPath: string,
  descriptorFields: 'auto' | 'message' = 'auto',
): PluginOption[] {
  const linguiConfig = getConfig({ configPath });
  return [
    react(),
    lingui({ configPath }),
    english,
    babel({
      parserOpts: { plugins: ['jsx', 'typescript'] },
      presets: [linguiTransformerBabelPreset({ linguiConfig, descriptorFields }, { configPath })],
    }),
  ];
}
