import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../context/config.ts';
import { ConfigError } from '../../platform/errors/config-error.ts';

/** Throws ConfigError unless the folder of WEB_DIR contains a built web app. */
export function checkBuilt(webDir: string): void {
  if (['build.json', 'assets', 'workers'].some((name) => !existsSync(join(webDir, name))))
    throw new ConfigError(`WEB_DIR: no built web app in ${webDir}: run npm run build`);
}

/** Throws ConfigError unless WEB_DIR contains a web app that was built with the server's MASK. */
export function checkBuild({ webDir, maskScope }: Pick<Config, 'webDir' | 'maskScope'>): void {
  checkBuilt(webDir);
  const built: { mask?: string } = JSON.parse(readFileSync(join(webDir, 'build.json'), 'utf8'));
  if (built.mask !== maskScope)
    throw new ConfigError(
      `the web app in ${webDir} was built with --mask ${built.mask}, and the server runs with MASK=${maskScope}: build it again with MASK set, or change MASK`,
    );
}
