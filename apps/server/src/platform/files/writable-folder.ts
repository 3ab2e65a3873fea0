import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../errors/config-error.ts';

/** Checks that DATA_DIR is a writable folder by writing a file to it. Throws ConfigError with a one-line message. */
export function checkWritable(folder: string): void {
  const file = join(folder, `.write-test-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, '');
    rmSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new ConfigError(`DATA_DIR must be a writable folder: ${folder} is not (${code})`);
  }
}
