import { defineCommand, type Session } from '../../command.ts';
import { id, required } from '../../parameters.ts';
import { anyCellNumber } from '../directory-owner.ts';
import { moveBorrower } from './move-borrower.ts';
import { withOwnedCells } from './owned-cells.ts';
import { CannotMove } from './parcel.ts';

export const moveBorrowerTo = defineCommand({
  name: 'cells move',
  summary: 'move a borrower with everything of theirs to another cell',
  description:
    "For a second the borrower's calls wait; their session, codes and links stay good. A move that was cut goes on when it is run again. Needs the servers' settings with CELLS and DIRECTORY_URL, DATABASE_OWNER_URL, and CELLS_OWNER if a cell is in another database: a file like that of CELLS with the owners' addresses.",
  arguments: {},
  options: {
    borrower: required('BORROWER', 'their id', id<'borrower'>),
    to: required('CELL', 'the cell that they shall be in', anyCellNumber),
  },
  difference: 'the borrower cannot be moved now',
  examples: ['cells move --borrower 01977777-0000-7000-8000-000000000000 --to 1'],
  async run({ borrower, to }, session) {
    const answer = await moving(session, 'cells move', (move) => move(borrower, to));
    if (answer instanceof CannotMove)
      return {
        data: { borrower, moved: false },
        lines: [],
        warnings: [`${borrower}: ${answer.message}`],
        hasFailed: true,
      };
    if (!answer) return { data: { borrower, moved: false }, lines: [`${borrower} is in cell ${to}.`] };
    return {
      data: { borrower, moved: true, ...answer },
      lines: [
        `${borrower} went from cell ${answer.from} to cell ${to}: ${answer.rows} rows, ${answer.pauseMs} ms.`,
      ],
    };
  },
});

type Answer = Awaited<ReturnType<typeof moveBorrower>> | CannotMove;

/** Opens what moves need, and gives a function that moves one borrower and returns why it could not. */
export async function moving<Result>(
  session: Session,
  command: string,
  work: (
    move: (borrowerId: string, to: number) => Promise<Answer>,
    cells: Parameters<Parameters<typeof withOwnedCells>[2]>[0],
  ) => Promise<Result>,
): Promise<Result> {
  const { result } = await session.withApp((app) =>
    withOwnedCells(session, command, (cells) =>
      work(
        (borrowerId, to) =>
          moveBorrower({ app, cells, borrowerId, to }).catch((error: unknown) => {
            if (error instanceof CannotMove) return error;
            throw error;
          }),
        cells,
      ),
    ),
  );
  return result;
}
