import { getConfig } from '@lingui/conf';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import type { PluginOption } from 'vite';

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
    babel({
      parserOpts: { plugins: ['jsx', 'typescript'] },
      presets: [linguiTransformerBabelPreset({ linguiConfig, descriptorFields }, { configPath })],
    }),
  ];
}
