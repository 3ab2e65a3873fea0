import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** The store of pictures and documents. We make the names: letters, digits, `-`, `_` and one dot. */
export interface FilesPort {
  /** Stores the bytes durably: once it resolves they survive a power failure. Throws for an invalid name. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** Undefined if there is no file with the name. */
  get(name: string): Promise<Buffer | undefined>;
  remove(name: string): Promise<void>;
}

const acceptable = /^[A-Za-z0-9_-]{1,80}\.[a-z0-9]{1,8}$/;

export function isFileName(name: string): boolean {
  return acceptable.test(name);
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Files in a local folder. Each is written to a temporary name, synced and renamed, so that it is never incomplete. */
export function folderFiles(folder: string): FilesPort {
  const pathOf = (name: string) => {
    if (!isFileName(name)) throw new Error('not a file name of ours');
    return join(folder, name.slice(0, 2), name);
  };
  return {
    async put(name, bytes) {
      const target = pathOf(name);
      const temporary = `${target}.${randomBytes(6).toString('hex')}`;
      await mkdir(join(folder, name.slice(0, 2)), { recursive: true, mode: 0o700 });
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, target);
    },
    async get(name) {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if (isAbsent(error)) return undefined;
        throw error;
      }
    },
    async remove(name) {
      await unlink(pathOf(name)).catch((error: unknown) => {
        if (!isAbsent(error)) throw error;
      });
    },
  };
}
