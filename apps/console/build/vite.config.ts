import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vite';
import { screenPlugins } from '../../../tools/screen-plugins.ts';

export const root: string = fileURLToPath(new URL('..', import.meta.url));

/** The configuration of the console's build and of its server in development. */
export const sharedConfig: InlineConfig = {
  root,
  configFile: false,
  logLevel: 'warn',
  plugins: screenPlugins(`${root}lingui.config.ts`, 'message'),
  css: { modules: { generateScopedName: '[name]_[local]_[hash:base64:4]' } },
};
