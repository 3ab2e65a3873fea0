import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../context/config.ts';
import { ConfigError } from '../../platform/errors/config-error.ts';

/** Throws ConfigError unless WEB_DIR contains a web app that was built with the server's MASK. */
export function checkBuild({ webDir, maskScope }: Pick<Config, 'webDir' | 'maskScope'>): void {
  const file = join(webDir, 'build.json');
  if ([file, join(webDir, 'assets'), join(webDir, 'workers')].some((path) => !existsSync(path)))
    throw new ConfigError(`WEB_DIR: no built web app in ${webDir}: run npm run build`);
  const built: { mask?: string } = JSON.parse(readFileSync(file, 'utf8'));
  if (built.mask !== maskScope)
    throw new ConfigError(
      `the web app in ${webDir} was built with --mask ${built.mask}, and the server runs with MASK=${maskScope}: build it again with MASK set, or change MASK`,
    );
}
