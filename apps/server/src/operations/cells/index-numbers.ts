import { sql } from 'kysely';
import type { AppContext } from '../../context/app-context.ts';
import type { CellMark } from '../../platform/cells/directory.ts';
import { ConfigError } from '../../platform/errors/config-error.ts';
import { defineCommand } from '../command.ts';

const batch = 1_000;

export const indexNumbers = defineCommand({
  name: 'cells index',
  summary: "enter a cell's mobile numbers and digests in the directory, where they are missing",
  description:
    'For the cell of DATABASE_URL. Needed once before a second cell opens, and after the directory was restored from a backup. May run beside servers, and again after it was stopped.',
  arguments: {},
  options: {},
  difference: 'a number is entered for another cell',
  examples: ['cells index'],
  async run(_input, session) {
    const { result } = await session.withApp(async (app) => ({
      ...(await enterNumbers(app, session.progress)),
      marks: await enterMarks(app, session.progress),
    }));
    const { cell, read, elsewhere, marks } = result;
    return {
      data: { cell, read, elsewhere, marks },
      lines: [
        `Cell ${cell}: ${read} numbers and ${marks} digests of documents, accounts, devices and blocked persons are in the directory.`,
      ],
      warnings: elsewhere === 0 ? [] : [`Numbers that the directory has for another cell: ${elsewhere}`],
      hasFailed: elsewhere > 0,
    };
  },
});

async function enterNumbers({ db, cell, directory }: AppContext, progress: (line: string) => void) {
  if (!directory) throw new ConfigError('DIRECTORY_URL is required: the database with the directory');
  // An older directory knows them where they were before.
  const { rows: numbers } = await sql<{ brand: string; phone: string }>`
    select brand, phone from borrower where erased_at is null
      and id in (select borrower_id from cell_move where direction = 'in')`.execute(db);
  for (const { brand, phone } of numbers) await directory.settle(brand, phone, cell.id);
  let [after, read, elsewhere] = ['00000000-0000-0000-0000-000000000000', 0, 0];
  for (;;) {
    const { rows } = await sql<{ id: string; brand: string; phone: string }>`
      select id, brand, phone from borrower where id > ${after}::uuid and erased_at is null
      order by id limit ${batch}`.execute(db);
    const last = rows.at(-1);
    if (!last) return { cell: cell.id, read, elsewhere };
    elsewhere += await directory.enter(cell.id, rows);
    read += rows.length;
    after = last.id;
    progress(`${read} numbers`);
  }
}

/**
 * Enters the digests of a cell's borrowers and blocked persons, and removes those that it has no longer.
 * Returns their number.
 */
async function enterMarks({ db, cell, directory }: AppContext, progress: (line: string) => void) {
  if (!directory) throw new ConfigError('DIRECTORY_URL is required: the database with the directory');
  const before = await directory.now();
  let last: CellMark | undefined;
  let read = 0;
  for (;;) {
    const [kind, digest] = [last?.kind ?? '', last?.digest ?? Buffer.alloc(0)];
    const { rows } = await sql<CellMark>`
      select kind, digest from (
        select kind, digest from identity_mark where (kind, digest) > (${kind}, ${digest}::bytea)
        union select 'blocked', digest from blocked_person where ('blocked', digest) > (${kind}, ${digest}::bytea)
      ) marks order by kind, digest limit ${batch}`.execute(db);
    if (rows.length === 0) break;
    await directory.share(cell.id, rows);
    read += rows.length;
    last = rows.at(-1);
    progress(`${read} digests`);
  }
  await directory.forget(cell.id, { before });
  return read;
}
