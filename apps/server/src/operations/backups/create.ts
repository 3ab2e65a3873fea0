import { resolve } from 'node:path';
import { openOwner } from '../../platform/database/connection/owner.ts';
import { ConfigError } from '../../platform/errors/config-error.ts';
import { defineCommand } from '../command.ts';
import { anyText, required } from '../parameters.ts';
import { backupPlace } from './place.ts';
import { writeBackup } from './write-backup.ts';

/** A minimum length that resists guessing: about ninety bits if the text is random. */
const minKeyLength = 16;

export const createBackup = defineCommand({
  name: 'backups create',
  summary: 'write a consistent backup into a file while servers run',
  description:
    'Encrypted with BACKUP_KEY, which is required. Does not contain files in S3: the store has its own versions. Says which data keys it needs: keep them as long as the backup.',
  arguments: { file: required('FILE', 'a new file', anyText) },
  options: {},
  difference: 'the file of a picture is missing',
  examples: ['backups create backup-2026-03-02.hiram'],
  async run({ file: name }, { environment, folder }) {
    const { dataDir, passphrase, files } = backupPlace(environment);
    if (passphrase === undefined)
      throw new ConfigError('BACKUP_KEY is required: the text that encrypts it (openssl rand -base64 24)');
    // Only for new backups: older ones with a shorter key can still be restored.
    if (passphrase.length < minKeyLength)
      throw new ConfigError(
        `BACKUP_KEY must be at least ${minKeyLength} characters (openssl rand -base64 24)`,
      );
    const { owner, stop } = await openOwner(environment, dataDir);
    try {
      const file = resolve(folder, name);
      const counts = await writeBackup({ owner, file, passphrase, files: files?.port });
      const rows = Object.values(counts.tables).reduce((sum, count) => sum + count, 0);
      return {
        data: {
          file,
          rows,
          files: counts.files,
          missing: counts.lacking,
          encrypted: true,
          keys: counts.keys,
        },
        lines: [
          `Written: ${rows} rows, ${counts.files} files`,
          `Keep with it, elsewhere than the file: BACKUP_KEY, and of DATA_KEY the keys ${counts.keys.join(', ')}.`,
        ],
        warnings:
          counts.lacking === 0
            ? []
            : [
                `Pictures that are not in it: ${counts.lacking}. Their files are not in ${files?.folder}: set DATA_DIR or FILES_URL as for the servers`,
              ],
        hasFailed: counts.lacking > 0,
      };
    } finally {
      await stop();
    }
  },
});
