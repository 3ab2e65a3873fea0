import { join } from 'node:path';
import { type FilesPort, folderFiles } from '../../providers/ports/files.ts';
import { dataFolder } from '../session.ts';

/** The data folder, key and pictures' folder of backups and restores, from the environment. */
export function backupPlace(environment: NodeJS.ProcessEnv): {
  readonly dataDir: string;
  readonly passphrase: string | undefined;
  /** The pictures' folder; undefined if they are in a store. */
  readonly files: { readonly folder: string; readonly port: FilesPort } | undefined;
} {
  const dataDir = dataFolder(environment);
  const folder = join(dataDir, 'files');
  return {
    dataDir,
    passphrase: environment.BACKUP_KEY || undefined,
    files: environment.FILES_URL ? undefined : { folder, port: folderFiles(folder) },
  };
}
