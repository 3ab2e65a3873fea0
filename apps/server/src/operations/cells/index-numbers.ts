import { sql } from 'kysely';
import type { AppContext } from '../../context/app-context.ts';
import { ConfigError } from '../../platform/errors/config-error.ts';
import { defineCommand } from '../command.ts';

const batch = 1_000;

export const indexNumbers = defineCommand({
  name: 'cells index',
  summary: "enter a cell's mobile numbers in the directory, where they are missing",
  description:
    'For the cell of DATABASE_URL. Needed once before a second cell opens, and after the directory was restored from a backup. May run beside servers, and again after it was stopped.',
  arguments: {},
  options: {},
  difference: 'a number is entered for another cell',
  examples: ['cells index'],
  async run(_input, session) {
    const { result } = await session.withApp((app) => enterNumbers(app, session.progress));
    const { cell, read, elsewhere } = result;
    return {
      data: { cell, read, elsewhere },
      lines: [`Cell ${cell}: ${read} numbers are in the directory.`],
      warnings: elsewhere === 0 ? [] : [`Numbers that the directory has for another cell: ${elsewhere}`],
      hasFailed: elsewhere > 0,
    };
  },
});

async function enterNumbers({ db, cell, directory }: AppContext, progress: (line: string) => void) {
  if (!directory) throw new ConfigError('DIRECTORY_URL is required: the database with the directory');
  // An older directory knows them where they were before.
  const { rows: came } = await sql<{ brand: string; phone: string }>`
    select brand, phone from borrower where erased_at is null
      and id in (select borrower_id from cell_move where direction = 'in')`.execute(db);
  for (const { brand, phone } of came) await directory.settle(brand, phone, cell.id);
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
