import { defineCommand } from '../../command.ts';
import { withOwnedCells } from './owned-cells.ts';

/** A move as one cell knows it, and what it posted: `account cents`, debit positive. */
interface KnownMove {
  readonly id: string;
  readonly borrower_id: string;
  readonly direction: 'in' | 'out';
  readonly other_cell: number;
  readonly sha256: string;
  readonly cut: boolean;
  readonly lines: readonly string[];
}

/** The contradictions between the moves of several cells, in words. */
export function disagreements(known: ReadonlyMap<number, readonly KnownMove[]>): readonly string[] {
  const found: string[] = [];
  const all = [...known].flatMap(([cell, moves]) => moves.map((move) => ({ ...move, cell })));
  const opposite = (line: string) =>
    line.replace(/ (-?)(\d+)$/, (_all, minus, cents) => ` ${minus ? '' : '-'}${cents}`);
  for (const [id, sides] of Map.groupBy(all, (move) => move.id)) {
    const [out, arrived] = ['out', 'in'].map((way) => sides.find(({ direction }) => direction === way));
    const at = `move ${id} (cell ${sides.map(({ cell }) => cell).join(' and ')})`;
    if (out?.cut)
      found.push(`a move was cut: hiram cells move --borrower ${out.borrower_id} --to ${out.other_cell}`);
    if (!out || !arrived) {
      // The other cell may not be one of these.
      const other = (out ?? arrived)?.other_cell ?? -1;
      if (known.has(other) && !out?.cut) found.push(`${at}: cell ${other} does not know it`);
      continue;
    }
    if (out.sha256 !== arrived.sha256) found.push(`${at}: what arrived is not what left`);
    if (out.lines.map(opposite).sort().join() !== [...arrived.lines].sort().join())
      found.push(`${at}: the transfers in the two books do not add up to zero`);
  }
  return found;
}

export const checkMoves = defineCommand({
  name: 'cells check',
  summary: 'compare the moves of all cells, and name those that were cut',
  description:
    'Digests, transfers in the books, borrowers in two cells or none. Needs DATABASE_OWNER_URL and CELLS, and CELLS_OWNER if a cell is in another database. Changes nothing.',
  arguments: {},
  options: {},
  difference: 'something does not agree',
  examples: ['cells check'],
  async run(_input, session) {
    const result = await withOwnedCells(session, 'cells check', async (cells) => {
      const known = new Map<number, readonly KnownMove[]>();
      const homes = new Map<string, number>();
      const found: string[] = [];
      for (const { id, client } of cells) {
        const { rows } = await client.query<KnownMove>(
          `select move.id, borrower_id, direction, other_cell, encode(sha256, 'hex') as sha256, parcel is not null as cut,
            array(select line.account || ' ' || line.amount from gl_journal journal join gl_line line on line.journal_id = journal.id
              where journal.source = 'move ' || move.id) as lines
          from cell_move move`,
        );
        known.set(id, rows);
        const { rows: here } = await client.query<{ id: string }>(
          `select id from borrower where phone <> 'moved ' || id and id in (select borrower_id from cell_move)`,
        );
        for (const borrower of here) {
          const other = homes.get(borrower.id);
          if (other !== undefined) found.push(`${borrower.id} is in cell ${other} and in cell ${id}`);
          homes.set(borrower.id, id);
        }
      }
      for (const moves of known.values()) {
        const onTheirWay = new Set(moves.flatMap(({ borrower_id, cut }) => (cut ? [borrower_id] : [])));
        for (const { borrower_id: borrower } of moves)
          if (!onTheirWay.has(borrower) && !homes.has(borrower))
            found.push(`${borrower} is in none of the cells`);
      }
      return {
        moves: [...known.values()].flat().filter(({ direction }) => direction === 'out').length,
        found: [...new Set([...found, ...disagreements(known)])],
      };
    });
    return {
      data: { ...result },
      lines: [`${result.moves} moves, ${result.found.length} disagreements.`],
      warnings: result.found,
      hasFailed: result.found.length > 0,
    };
  },
});
