import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Where pictures and documents lie. Names are ours: letters, digits, `-`, `_` and one dot. */
export interface FilesPort {
  /** Keeps the bytes under the name; when it is done they survive a power cut. Throws for a name that is not ours. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** Undefined where nothing lies under the name. */
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

/** Files in a folder of this machine: written beside, synced, then given their name, so that none is ever half there. */
export function folderFiles(folder: string): FilesPort {
  const place = (name: string) => {
    if (!isFileName(name)) throw new Error('not a file name of ours');
    return join(folder, name.slice(0, 2), name);
  };
  return {
    async put(name, bytes) {
      const target = place(name);
      const beside = `${target}.${randomBytes(6).toString('hex')}`;
      await mkdir(join(folder, name.slice(0, 2)), { recursive: true, mode: 0o700 });
      const file = await open(beside, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(beside, target);
    },
    async get(name) {
      try {
        return await readFile(place(name));
      } catch (error) {
        if (isAbsent(error)) return undefined;
        throw error;
      }
    },
    async remove(name) {
      await unlink(place(name)).catch((error: unknown) => {
        if (!isAbsent(error)) throw error;
      });
    },
  };
}
