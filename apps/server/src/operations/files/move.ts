import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { s3Of } from '../../context/config.ts';
import { openDatabase, openPool } from '../../platform/database/connection/connect.ts';
import { openOwner } from '../../platform/database/connection/owner.ts';
import { addAuditEntry, setCommandActor } from '../../platform/database/operator.ts';
import { openFiles } from '../../providers/open-files.ts';
import type { FilesPort } from '../../providers/ports/files.ts';
import { defineCommand, type Session, UsageError } from '../command.ts';
import { anyText, required } from '../parameters.ts';
import { dataFolder } from '../session.ts';
import { MoveError, type MoveResult, moveFiles } from './move-files.ts';

/** Names of missing files that are printed; the count includes all. */
const maxShown = 20;

interface Place {
  readonly files: FilesPort;
  readonly folder: string | undefined;
}

/**
 * Parses a place: `folder` (that of DATA_DIR), the path of another folder, or a URL as in FILES_URL, with its key in
 * FILES_KEY.
 */
async function placeOf(option: string, text: string, { environment, folder: base }: Session): Promise<Place> {
  if (/^[a-z0-9]+:\/\//i.test(text)) {
    const s3 = s3Of(text, environment, option);
    if (s3) return { files: await openFiles(s3, ''), folder: undefined };
  }
  const folder = text === 'folder' ? join(dataFolder(environment), 'files') : resolve(base, text);
  return { files: await openFiles(undefined, folder), folder };
}

/** Throws UsageError if the places are not two, or neither is a folder; MoveError if the first does not exist. */
async function placesOf(
  input: { readonly from: string; readonly to: string },
  session: Session,
): Promise<{ from: Place; to: Place }> {
  const from = await placeOf('--from', input.from, session);
  const to = await placeOf('--to', input.to, session);
  if (from.folder === to.folder)
    throw new UsageError('--from and --to must differ, and one of them must be a folder');
  if (from.folder !== undefined && !existsSync(from.folder))
    throw new MoveError(`there is no folder ${from.folder}`);
  return { from, to };
}

async function moveBetween(session: Session, places: { from: Place; to: Place }): Promise<MoveResult> {
  const { environment, isDryRun, progress } = session;
  const database = await openOwner(environment, dataFolder(environment));
  const pool = openPool(database.owner, 10, (client) => setCommandActor(client, 'files move'));
  try {
    const [from, to] = [places.from.files, places.to.files];
    const moved = await moveFiles({ db: openDatabase(pool), from, to, print: progress, isDryRun });
    if (!isDryRun) {
      const client = await pool.connect();
      await addAuditEntry(client, 'move files', `${moved.copied} copied, ${moved.removed} removed`);
      client.release();
    }
    return moved;
  } finally {
    await pool.end();
    await database.stop();
  }
}

function linesOf({ copied, alreadyThere, removed }: MoveResult, isDryRun: boolean): readonly string[] {
  if (isDryRun)
    return [
      `Dry run: nothing was changed. ${copied} would be copied, ${alreadyThere} exist already, ${removed} would be removed from the new place.`,
    ];
  const back = `${removed} removed from the new place again, because their owners had removed them.`;
  return [
    `${copied} copied, ${alreadyThere} existed already: each was read back and compared.`,
    ...(removed > 0 ? [back] : []),
  ];
}

export const move = defineCommand({
  name: 'files move',
  summary: "copy the pictures' files between the folder and S3",
  description:
    'Servers may run. Each file is read back from the new place, and the old place is not changed. May be interrupted and run again. FILES_KEY is the key of the store.',
  arguments: {},
  options: {
    from: required(
      'PLACE',
      'folder (of DATA_DIR), the path of another folder, or s3://bucket/prefix?endpoint=https://…',
      anyText,
    ),
    to: required('PLACE', 'the new place, in the same form', anyText),
  },
  change: {},
  difference: 'a file is complete in neither place',
  examples: [
    "files move --from folder --to 's3://bucket/pictures?endpoint=https://s3.example.com' --dry-run",
  ],
  async run(input, session) {
    const moved = await moveBetween(session, await placesOf(input, session));
    const { lacking, ...counts } = moved;
    const shown = lacking.slice(0, maxShown).join(', ');
    return {
      data: { ...counts, missing: lacking },
      lines: linesOf(moved, session.isDryRun),
      warnings: lacking.length === 0 ? [] : [`${lacking.length} are complete in neither place: ${shown}`],
      hasFailed: lacking.length > 0,
    };
  },
});
