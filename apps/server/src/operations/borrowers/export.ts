import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BorrowerId } from '@hiram/contract/ids';
import pg from 'pg';
import { createFieldCipher } from '../../platform/crypto/field-cipher.ts';
import { decryptFile } from '../../platform/crypto/file-cipher.ts';
import { openOwner } from '../../platform/database/connection/owner.ts';
import { openFiles } from '../../providers/open-files.ts';
import type { FilesPort } from '../../providers/ports/files.ts';
import { defineCommand, UsageError } from '../command.ts';
import { anyText, by, id, option, required } from '../parameters.ts';
import { serverSettings } from '../session.ts';
import {
  type BorrowerReference,
  type BorrowersData,
  ExportError,
  exportBorrower,
} from './export-borrower.ts';

function referenceOf(input: {
  readonly borrower: BorrowerId | undefined;
  readonly brand: string | undefined;
  readonly phone: string | undefined;
}): BorrowerReference {
  const { borrower, brand, phone } = input;
  if (borrower !== undefined && brand === undefined && phone === undefined) return { id: borrower };
  if (borrower === undefined && brand !== undefined && phone !== undefined) return { brand, phone };
  throw new UsageError('set --borrower, or --brand and --phone');
}

/**
 * Creates a new folder that only we can read, so that it contains the data of one borrower only. Throws ExportError if it
 * exists.
 */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    throw new ExportError(
      `${path} is not a new folder: ${error instanceof Error && 'code' in error ? error.code : error}`,
    );
  }
}

/** Writes the data and pictures into a new folder. Returns the names of pictures whose files are not in the store. */
async function writeData(
  folder: string,
  { tables, pictures }: BorrowersData,
  files: FilesPort,
): Promise<readonly string[]> {
  await makeFolder(folder);
  const missing: string[] = [];
  for (const { file, key } of pictures) {
    const stored = await files.get(file);
    const bytes = stored && key !== undefined ? decryptFile(key, stored) : stored;
    if (bytes) await writeFile(join(folder, file.replace(/\.enc$/, '.jpg')), bytes, { mode: 0o600 });
    else missing.push(file);
  }
  await writeFile(join(folder, 'data.json'), `${JSON.stringify(tables, undefined, 2)}\n`, { mode: 0o600 });
  return missing;
}

export const exportData = defineCommand({
  name: 'borrowers export',
  summary: 'export all data of a borrower into a new folder',
  description:
    'Writes data.json (by table, amounts in cents) and their pictures, readable only for the user that runs the command. The audit trail gets an entry.',
  arguments: {},
  options: {
    borrower: option('BORROWER', "the borrower's id", id<'borrower'>),
    brand: option('BRAND', 'with --phone: the brand that they sign in at', anyText),
    phone: option('NUMBER', 'with --brand: the number that they sign in with, +639…', anyText),
    to: required('FOLDER', 'a new folder', anyText),
    by,
  },
  difference: 'the file of a picture is missing',
  examples: [
    "borrowers export --borrower BORROWER --to export --by 'Ana Cruz'",
    "borrowers export --brand ph --phone +639171234567 --to export --by 'Ana Cruz'",
  ],
  async run(input, session) {
    const reference = referenceOf(input);
    const { environment, config } = serverSettings(session.environment);
    const database = await openOwner(environment, config.dataDir);
    const client = new pg.Client(database.owner);
    try {
      await client.connect();
      const data = await exportBorrower(client, createFieldCipher(config.dataKey), reference, input.by);
      const folder = resolve(session.folder, input.to);
      const files = await openFiles(config.s3, join(config.dataDir, 'files'));
      const missing = await writeData(folder, data, files);
      const rows = Object.values(data.tables).reduce((sum, tableRows) => sum + tableRows.length, 0);
      const pictures = data.pictures.length - missing.length;
      return {
        data: { borrower: data.borrowerId, folder, rows, pictures, missing },
        lines: [`Borrower ${data.borrowerId}: ${rows} rows, ${pictures} pictures in ${folder}`],
        warnings:
          missing.length === 0 ? [] : [`Pictures whose files are not in the store: ${missing.join(', ')}`],
        hasFailed: missing.length > 0,
      };
    } finally {
      await client.end();
      await database.stop();
    }
  },
});
