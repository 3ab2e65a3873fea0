import pg from 'pg';
import { dataKey } from '../../context/config.ts';
import { createFieldCipher } from '../../platform/crypto/field-cipher.ts';
import { openOwner, ownerUrl } from '../../platform/database/connection/owner.ts';
import { type BackupKey, keysOfBackups } from '../backups/needed-keys.ts';
import { defineCommand } from '../command.ts';
import { dataFolder } from '../session.ts';
import { countUnderWay, countUnrotated, countUnrotatedByColumn, rotateKeys } from './rotate-keys.ts';

/** The state of the database with the other keys than the first. */
function stateLine(left: number, underWay: number, isDryRun: boolean): string {
  if (underWay > 0)
    return `${underWay} borrowers are on their way to another cell, with values of any key: remove no key. End their moves (hiram cells move), then run this again in every cell.`;
  if (isDryRun) return `Dry run: nothing was changed. ${left} values are encrypted with another key.`;
  return left === 0
    ? 'No value is encrypted with another key. Once every server has the first key in front, the others can be removed from the servers.'
    : `${left} were encrypted with another key meanwhile: set the first key in front on every server, then run this again.`;
}

/** The backups that the first key does not decrypt. */
function backupsLine(backups: readonly BackupKey[], [first = '']: readonly string[]): readonly string[] {
  return backups
    .filter(({ id }) => id !== first)
    .map(
      ({ id, last }) =>
        `Backups until ${last} need the data key ${id}: keep it with BACKUP_KEY as long as you keep them.`,
    );
}

export const rotate = defineCommand({
  name: 'keys rotate',
  summary: 'encrypt all values again with the first key of DATA_KEY',
  description:
    'Servers may run. May be interrupted and run again. Requires DATA_KEY as the servers have it. Works on one cell: run it in each. Backups are not changed: those from before need the former key.',
  arguments: {},
  options: {},
  change: {},
  examples: ['keys rotate --dry-run', 'keys rotate'],
  async run(_input, { environment, isDryRun }) {
    const dataDir = dataFolder(environment);
    const database = await openOwner(environment, dataDir);
    const client = new pg.Client(database.owner);
    try {
      await client.connect();
      const cipher = createFieldCipher(dataKey(environment, ownerUrl(environment) === undefined, dataDir));
      const columns = isDryRun
        ? await countUnrotatedByColumn(client, cipher)
        : (await rotateKeys(client, cipher)).columns;
      const left = await countUnrotated(client, cipher);
      const underWay = await countUnderWay(client);
      return {
        data: { columns, left, underWay },
        lines: [
          ...Object.entries(columns).map(([name, count]) => `${name}: ${count}`),
          stateLine(left, underWay, isDryRun),
          ...backupsLine(await keysOfBackups(client), cipher.keyIds),
        ],
      };
    } finally {
      await client.end();
      await database.stop();
    }
  },
});
