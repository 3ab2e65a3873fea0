import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The program that runs: what `/health`, the metrics, the log and `--version` say. */
export interface Release {
  readonly version: string;
  /** The commit that the release was made from; `checkout` where a checkout runs. */
  readonly commit: string;
  /** True if it was unpacked from a release's archive. */
  readonly isPackaged: boolean;
}

const root = fileURLToPath(new URL('../../../..', import.meta.url));

function readRelease(): Release {
  const file = join(root, 'release.json');
  if (existsSync(file)) {
    const { version, commit }: { version: string; commit: string } = JSON.parse(readFileSync(file, 'utf8'));
    return { version, commit, isPackaged: true };
  }
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { version, commit: 'checkout', isPackaged: false };
}

export const release = readRelease();

/** One line for `--version`. */
export const versionLine = `Hiram ${release.version} (${release.commit})`;
