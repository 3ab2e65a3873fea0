import { resolve } from 'node:path';
import { hasDatabase, openOwnerOfAny } from '../../platform/database/connection/owner.ts';
import { defineCommand } from '../command.ts';
import { anyText, required } from '../parameters.ts';
import { configuredKeys, keysLine } from './needed-keys.ts';
import { backupPlace } from './place.ts';
import { restoreBackup } from './restore-backup.ts';
import { verifyBackup } from './verify-backup.ts';

export const restore = defineCommand({
  name: 'backups restore',
  summary: 'restore a backup into an empty database, and check the ledger',
  description:
    'If the restore fails, the database is empty again. A dry run reads the whole file, and checks every digest and that the database is empty.',
  arguments: { file: required('FILE', 'as `backups create` wrote it', anyText) },
  options: {},
  change: {},
  difference: 'a data key that the backup needs is missing',
  examples: ['backups restore backup-2026-03-02.hiram --dry-run', 'backups restore backup-2026-03-02.hiram'],
  async run({ file: name }, { environment, folder, isDryRun }) {
    const { dataDir, passphrase, files } = backupPlace(environment);
    // A dry run creates no database.
    const database =
      isDryRun && !hasDatabase(environment, dataDir) ? undefined : await openOwnerOfAny(environment, dataDir);
    try {
      const backup = { file: resolve(folder, name), passphrase };
      const counts =
        isDryRun || !database
          ? await verifyBackup({ ...backup, owner: database?.owner })
          : await restoreBackup({ ...backup, owner: database.owner, files: files?.port });
      const rows = Object.values(counts.tables).reduce((sum, count) => sum + count, 0);
      const done = isDryRun
        ? 'Dry run: nothing was changed. The backup is complete and can be restored'
        : 'Restored. The ledger balances';
      const needed = counts.manifest.keys ?? [];
      const { line, missing } = keysLine(needed, configuredKeys(environment, dataDir));
      return {
        data: { rows, files: counts.files, at: counts.manifest.at, keys: needed, missing },
        lines: [`${done}: ${rows} rows, ${counts.files} files`],
        warnings: needed.length === 0 ? [] : [line],
        hasFailed: missing.length > 0,
      };
    } finally {
      await database?.stop();
    }
  },
});
