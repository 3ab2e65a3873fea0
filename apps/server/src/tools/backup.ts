/** `npm run backup -- FILE` and `npm run restore -- FILE`. */
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BackupError } from '../operations/backup/format.ts';
import { restoreBackup } from '../operations/backup/restore-backup.ts';
import { writeBackup } from '../operations/backup/write-backup.ts';
import { EmbeddedDatabaseError } from '../platform/database/embedded-error.ts';
import { openOwner, openOwnerOfAny } from '../platform/database/owner.ts';
import { ConfigError } from '../platform/errors/config-error.ts';
import { folderFiles } from '../providers/files.ts';

/** Characters of a text that nobody guesses by trying: some ninety bits where it is drawn by chance. */
const minKeyLength = 16;

async function main([what, name]: readonly string[]): Promise<void> {
  if ((what !== 'backup' && what !== 'restore') || !name)
    throw new BackupError('name the file: npm run backup -- FILE, npm run restore -- FILE');
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  const environment = process.env;
  const dataDir = resolve(root, environment.DATA_DIR || '.data');
  const file = resolve(process.env.INIT_CWD ?? process.cwd(), name);
  const open = what === 'backup' ? openOwner : openOwnerOfAny;
  const { owner, stop } = await open(environment, dataDir);
  const files = environment.FILES_URL ? undefined : folderFiles(join(dataDir, 'files'));
  const passphrase = environment.BACKUP_KEY || undefined;
  // What was sealed with a shorter one before can still be opened.
  if (what === 'backup' && passphrase !== undefined && passphrase.length < minKeyLength)
    throw new ConfigError(`BACKUP_KEY must be at least ${minKeyLength} characters (openssl rand -base64 24)`);
  try {
    const counts =
      what === 'backup'
        ? await writeBackup({ owner, file, passphrase, files })
        : { ...(await restoreBackup({ owner, file, passphrase, files })), lacking: 0 };
    const rows = Object.values(counts.tables).reduce((sum, one) => sum + one, 0);
    console.log(
      `${what === 'backup' ? 'Written' : 'Restored, the ledger balances'}: ${rows} rows, ${counts.files} files`,
    );
    if (what === 'backup' && passphrase === undefined)
      console.log(
        'It is not sealed, and holds personal data: set BACKUP_KEY, or keep it where nobody can read it.',
      );
    if (counts.lacking > 0) {
      console.error(
        `Pictures that are not in it: ${counts.lacking}, for their files are not in ${join(dataDir, 'files')}: give DATA_DIR, or FILES_URL, as the servers have it`,
      );
      process.exitCode = 1;
    }
  } finally {
    await stop();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const known = [BackupError, ConfigError, EmbeddedDatabaseError];
  const isKnown = error instanceof Error && known.some((kind) => error instanceof kind);
  console.error(isKnown ? error.message : error);
  process.exit(1);
});
