import { fileURLToPath } from 'node:url';
import { getConfig } from '@lingui/conf';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';

export const root: string = fileURLToPath(new URL('..', import.meta.url));
const linguiConfig = { configPath: `${root}lingui.config.ts` };

/** The configuration of the console's build and of its server in development. */
export const sharedConfig: InlineConfig = {
  root,
  configFile: false,
  logLevel: 'warn',
  plugins: [
    react(),
    lingui(linguiConfig),
    babel({
      parserOpts: { plugins: ['jsx', 'typescript'] },
      presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig(linguiConfig) }, linguiConfig)],
    }),
  ],
  css: { modules: { generateScopedName: '[name]_[local]_[hash:base64:4]' } },
};
