/** `npm run move-files -- --from folder --to s3://…`: copies the pictures' files to where the servers will look for them. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { s3Of } from '../context/config.ts';
import { MoveError, moveFiles } from '../operations/move-files/move-files.ts';
import { openDatabase, openPool } from '../platform/database/connect.ts';
import { openOwner } from '../platform/database/owner.ts';
import { actAsTool, leaveEntry } from '../platform/database/tool.ts';
import { type FilesPort, folderFiles } from '../providers/files.ts';
import { s3Files } from '../providers/s3/s3-files.ts';

const usage =
  'name both places: npm run move-files -- --from folder --to s3://bucket/prefix?endpoint=https://…';
/** Names that are shown where files are lacking; the count is of all. */
const mostShown = 20;

interface Place {
  readonly files: FilesPort;
  readonly folder: string | undefined;
}

/** `folder` (DATA_DIR's own), the path of another one, or an address as in FILES_URL, whose key is FILES_KEY. */
function placeOf(option: string, text: string | undefined, dataDir: string): Place {
  if (!text) throw new MoveError(usage);
  if (/^[a-z0-9]+:\/\//i.test(text)) {
    const s3 = s3Of(text, process.env, option);
    if (!s3) throw new MoveError(usage);
    return { files: s3Files(s3), folder: undefined };
  }
  const folder =
    text === 'folder' ? join(dataDir, 'files') : resolve(process.env.INIT_CWD ?? process.cwd(), text);
  return { files: folderFiles(folder), folder };
}

function placesOf(args: string[], dataDir: string): { from: Place; to: Place } {
  const { values } = parseArgs({ args, options: { from: { type: 'string' }, to: { type: 'string' } } });
  const [from, to] = [placeOf('--from', values.from, dataDir), placeOf('--to', values.to, dataDir)];
  if (from.folder === to.folder)
    throw new MoveError('both are one place, or neither is a folder: one of them must be a folder');
  if (from.folder !== undefined && !existsSync(from.folder))
    throw new MoveError(`there is no folder ${from.folder}`);
  return { from, to };
}

async function main(): Promise<void> {
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  const dataDir = resolve(root, process.env.DATA_DIR || '.data');
  const { from, to } = placesOf(process.argv.slice(2), dataDir);
  const database = await openOwner(process.env, dataDir);
  const pool = openPool(database.owner, 10, (client) => actAsTool(client, 'move-files'));
  try {
    const say = (line: string) => console.log(line);
    const moved = await moveFiles({ db: openDatabase(pool), from: from.files, to: to.files, say });
    const { copied, alreadyThere, takenBack, lacking } = moved;
    const client = await pool.connect();
    await leaveEntry(client, 'move files', `${copied} copied, ${takenBack} taken back`);
    client.release();
    console.log(`${copied} copied, ${alreadyThere} were there already: each was read back, byte for byte.`);
    if (takenBack > 0)
      console.log(`${takenBack} taken out of the new place again: their owners had removed them.`);
    if (lacking.length === 0) return;
    const shown = lacking.slice(0, mostShown).join(', ');
    console.error(`${lacking.length} lie whole in neither place: ${shown}`);
    process.exitCode = 1;
  } finally {
    await pool.end();
    await database.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
