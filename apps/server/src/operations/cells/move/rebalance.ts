import { defineCommand, UsageError } from '../../command.ts';
import { option, required } from '../../parameters.ts';
import { anyCellNumber, withDirectoryOwner } from '../directory-owner.ts';
import { moving } from './move.ts';
import { CannotMove } from './parcel.ts';

function howMany(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`${text} is not a number from 1 to 999999`);
  return Number(text);
}

export const rebalance = defineCommand({
  name: 'cells rebalance',
  summary: 'move borrowers from the fullest open cell to the emptiest one',
  description:
    'First it finishes moves that were cut. With --from it empties a cell instead. Who cannot be moved now is left where they are and counted. Needs what hiram cells move needs; it may be stopped at any moment and run again.',
  arguments: {},
  options: {
    limit: required('N', 'moves at most', howMany),
    from: option('CELL', 'the cell that is emptied', anyCellNumber),
  },
  difference: 'somebody could not be moved now',
  examples: ['cells rebalance --limit 1000', 'cells rebalance --limit 1000 --from 2'],
  async run({ limit, from }, session) {
    const states = await withDirectoryOwner(session.environment, undefined, (directory) => directory.list());
    const open = new Set(
      states.filter(({ state, cell }) => state === 'open' && cell !== from).map(({ cell }) => cell),
    );
    const result = await moving(session, 'cells rebalance', async (move, cells) => {
      const done = { moved: 0, finished: 0, left: 0 };
      for (const { client } of cells) {
        const { rows } = await client.query<{ borrower_id: string; other_cell: number }>(
          'select borrower_id, other_cell from cell_move where parcel is not null',
        );
        for (const cut of rows)
          if (!((await move(cut.borrower_id, cut.other_cell)) instanceof CannotMove)) done.finished += 1;
      }
      const sizes = new Map<number, number>();
      for (const { id, client } of cells) {
        const { rows } = await client.query<{ count: number }>(
          'select count(*)::int as count from borrower where erased_at is null',
        );
        sizes.set(id, rows[0]?.count ?? 0);
      }
      const size = (cell: number) => sizes.get(cell) ?? 0;
      const seen = new Map<number, string>();
      while (done.moved < limit) {
        const takers = [...open].filter((cell) => sizes.has(cell)).sort((a, b) => size(a) - size(b));
        const [emptiest] = takers;
        const giver = from ?? takers.at(-1);
        if (emptiest === undefined || giver === undefined || giver === emptiest) break;
        if (from === undefined && size(giver) - size(emptiest) < 2) break;
        const source = cells.find(({ id }) => id === giver);
        const { rows } = (await source?.client.query<{ id: string }>(
          `select id from borrower where id > $1 and erased_at is null order by id limit 1`,
          [seen.get(giver) ?? '00000000-0000-0000-0000-000000000000'],
        )) ?? { rows: [] };
        const [next] = rows;
        if (!next) break;
        seen.set(giver, next.id);
        const answer = await move(next.id, emptiest);
        if (answer instanceof CannotMove) {
          done.left += 1;
          session.progress(`${next.id}: ${answer.message}`);
          continue;
        }
        done.moved += 1;
        sizes.set(giver, size(giver) - 1);
        sizes.set(emptiest, size(emptiest) + 1);
        if (done.moved % 100 === 0) session.progress(`${done.moved} moved`);
      }
      return { ...done, sizes: Object.fromEntries(sizes) };
    });
    return {
      data: result,
      lines: [
        `${result.moved} moved, ${result.finished} finished that were cut.`,
        ...Object.entries(result.sizes).map(([cell, count]) => `  ${cell}  ${count} borrowers`),
      ],
      warnings: result.left === 0 ? [] : [`${result.left} could not be moved now.`],
      hasFailed: result.left > 0,
    };
  },
});
