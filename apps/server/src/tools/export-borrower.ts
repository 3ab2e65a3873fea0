/** `npm run export-borrower -- --borrower ID --to FOLDER`: everything that is kept of one borrower, for them. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { validate } from 'uuid';
import { ExportError, exportBorrower, type Whose } from '../operations/export/export-borrower.ts';
import { createSeal } from '../platform/crypto/field-cipher.ts';
import { openOwner } from '../platform/database/owner.ts';
import { folderFiles } from '../providers/files.ts';
import { s3Files } from '../providers/s3/s3-files.ts';
import { serversSettings } from './with-house.ts';

const usage = `Say whose, and into which new folder: --borrower ID --to FOLDER, or --brand NAME --phone +639… --to FOLDER.`;

function asked(): { whose: Whose; to: string } {
  const text = { type: 'string' } as const;
  const options = { borrower: text, brand: text, phone: text, to: text };
  let given: ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];
  try {
    given = parseArgs({ options }).values;
  } catch {
    throw new ExportError(usage);
  }
  const { borrower, brand, phone, to } = given;
  if (!to) throw new ExportError(usage);
  if (borrower !== undefined && validate(borrower) && brand === undefined && phone === undefined)
    return { whose: { id: borrower }, to };
  if (borrower === undefined && brand && phone) return { whose: { brand, phone }, to };
  throw new ExportError(usage);
}

/** Nobody else's folder, and none that holds anything: what is in it afterwards is of one borrower. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    throw new ExportError(
      `${path} is no new folder: ${error instanceof Error && 'code' in error ? error.code : error}`,
    );
  }
}

async function main(): Promise<void> {
  const { whose, to } = asked();
  const { environment, config } = serversSettings();
  const database = await openOwner(environment, config.dataDir);
  const client = new pg.Client(database.owner);
  try {
    await client.connect();
    const { borrowerId, tables, pictures } = await exportBorrower(client, createSeal(config.dataKey), whose);
    const folder = resolve(process.env.INIT_CWD ?? process.cwd(), to);
    await makeFolder(folder);
    const files = config.s3 ? s3Files(config.s3) : folderFiles(join(config.dataDir, 'files'));
    const lacking: string[] = [];
    for (const file of pictures) {
      const bytes = await files.get(file);
      if (bytes) await writeFile(join(folder, file), bytes, { mode: 0o600 });
      else lacking.push(file);
    }
    await writeFile(join(folder, 'data.json'), `${JSON.stringify(tables, undefined, 2)}\n`, { mode: 0o600 });
    const rows = Object.values(tables).reduce((sum, one) => sum + one.length, 0);
    console.log(
      `Borrower ${borrowerId}: ${rows} rows, ${pictures.length - lacking.length} pictures in ${folder}`,
    );
    if (lacking.length === 0) return;
    console.error(`Pictures whose files are not in the store: ${lacking.join(', ')}`);
    process.exitCode = 1;
  } finally {
    await client.end();
    await database.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
