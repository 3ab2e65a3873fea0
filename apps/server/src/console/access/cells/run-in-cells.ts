import type { StaffCall } from '@hiram/contract/console/staff-call';
import { isDatabaseAway } from '../../../api/fault.ts';
import { inCell } from '../../../platform/cells/current-cell.ts';
import { cellOfId } from '../../../platform/cells/marks.ts';
import { withFixedToday } from '../../../platform/clock/clock.ts';
import {
  BadRequest,
  CellAway,
  isRejection,
  type Rejection,
  Unavailable,
} from '../../../platform/errors/rejection.ts';
import type { ConsoleCells, ConsoleContext } from '../console-context.ts';
import type { StaffRequest } from '../staff-request.ts';
import { addAnswers, mergePages, readPage } from './merge-answers.ts';

type Input = Readonly<Record<string, unknown>>;
type Handler = (input: Input, request: StaffRequest) => Promise<object | Rejection>;

/** What a call answered, with the cells of which it has nothing because they did not answer. */
interface Answered {
  readonly result: object | Rejection;
  /** Undefined: it is of one cell. */
  readonly away?: readonly number[];
}

/** Characters of a file's ticket without a cell's mark. */
export const ticketLength = 43;

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
/** Fields whose ids are of the home cell, whatever the call is about. */
const ofHome = /^(?:staffId|agencyId)$/;

/** The ids of an input that may be of any cell. */
function idsIn(input: Input): readonly string[] {
  const text = JSON.stringify(input, (key, value) => (ofHome.test(key) ? undefined : value));
  return [...text.matchAll(uuid)].map(([id]) => id);
}

/** The cell of a call about one subject, who may have moved. Throws BadRequest if its ids are of several. */
async function cellOfSubject(cells: ConsoleCells, input: Input, chosen: number | undefined): Promise<number> {
  const ids = idsIn(input);
  // The ids of cell 0 have no mark.
  const [cell, ...others] = new Set(ids.map((id) => cellOfId(id) ?? 0).filter((id) => id !== 0));
  if (others.length > 0) throw new BadRequest('cell', 'the rows are of several cells: choose those of one');
  return cellNow(cells, cell ?? chosen ?? cells.home, ids);
}

/** Where the subjects of these ids are, which were made in this cell. A mark of no cell leads home, where its id is unknown. */
function cellNow(cells: ConsoleCells, cell: number, ids: readonly string[]): Promise<number> {
  return cells.follow(cells.all().has(cell) ? cell : cells.home, ids);
}

/** The cell that a query names: `cell=2`; undefined: none. Throws BadRequest for one that is not served. */
export function chosenCell(cells: ConsoleCells, text: unknown): number | undefined {
  if (text === undefined) return undefined;
  const id = Number(text);
  if (typeof text !== 'string' || !/^\d{1,3}$/.test(text) || !cells.all().has(id))
    throw new BadRequest('cell', 'is no cell of this lender');
  return id;
}

/** Runs a call of a cell there, as the person who asked at home. Throws Unavailable if the cell does not answer. */
export async function inConsoleCell<Result>(
  cells: ConsoleCells,
  id: number,
  request: StaffRequest,
  work: (request: StaffRequest) => Promise<Result>,
): Promise<Result> {
  if (id === cells.home) return inCell(id, () => work(request));
  const context: ConsoleContext | undefined = cells.all().get(id);
  if (!context) throw new CellAway(id);
  await cells.admit(id, request.session);
  // Each cell of a sandbox has its own day.
  return inCell(id, () => withFixedToday(() => work({ ...request, context, db: context.appContext.db })));
}

/** Runs a call in the cells of its data. */
export async function runInCells(
  cells: ConsoleCells,
  {
    call,
    input,
    request,
  }: { readonly call: StaffCall; readonly input: Input; readonly request: StaffRequest },
  handler: Handler,
  chosen: number | undefined,
): Promise<Answered> {
  const at = (id: number, given: Input | undefined = input) =>
    inConsoleCell(cells, id, request, (own) => handler(given, own));
  const ids = chosen === undefined ? [...cells.all().keys()] : [chosen];
  switch (call.cells) {
    case 'home':
    case 'reference':
      return { result: await at(cells.home) };
    case 'subject':
      return { result: await at(await cellOfSubject(cells, input, chosen)) };
    case 'first':
      return firstOf(ids, at);
    case 'split': {
      const parts = await splitInput(cells, input);
      return merged(await everywhere([...parts.keys()], (id) => at(id, parts.get(id))), sumOf(call));
    }
    case 'sum':
      return merged(await ofOneDay(input, (given) => everywhere(ids, (id) => at(id, given))), sumOf(call));
    case 'list':
      return merged(await everywhere(ids, (id) => readPage(() => at(id))), (pages) => {
        const rejected = pages.map(({ answer }) => answer).find(isRejection);
        return rejected ?? mergePages(call, input, pages);
      });
  }
}

/** Figures of the end of a day are asked again of the earliest day if the cells are through different ones. */
async function ofOneDay<Said extends object>(
  input: Input,
  ask: (given: Input) => Promise<Gathered<Said>>,
): Promise<Gathered<Said>> {
  const gathered = await ask(input);
  const days = gathered.answers.flatMap((answer) =>
    'on' in answer && typeof answer.on === 'string' ? [answer.on] : [],
  );
  const [earliest, ...later] = [...new Set(days)].sort();
  return later.length === 0 || input.on !== undefined ? gathered : ask({ ...input, on: earliest });
}

const sumOf =
  ({ output }: StaffCall) =>
  (answers: readonly object[]): object | Rejection => {
    const done = answers.filter((answer) => !isRejection(answer)).map((answer) => ({ ...answer }));
    const [first = {}] = answers;
    return done.length === 0 ? first : done.reduce((sum, one) => addAnswers(output, sum, one));
  };

/** What the cells that answered said. */
interface Gathered<Said> {
  readonly answers: readonly Said[];
  readonly away: readonly number[];
}

/** Runs work in several cells at once. A cell that does not answer is among `away`, any other fault is thrown. */
async function everywhere<Said>(
  ids: readonly number[],
  work: (id: number) => Promise<Said>,
): Promise<Gathered<Said>> {
  const away: number[] = [];
  const answers = await Promise.all(
    ids.map(async (id) => {
      try {
        return [await work(id)];
      } catch (error) {
        if (!(error instanceof Unavailable) && !isDatabaseAway(error)) throw error;
        away.push(id);
        return [];
      }
    }),
  );
  return { answers: answers.flat(), away };
}

/** Throws Unavailable if no cell answered. */
function merged<Said>(
  { answers, away }: Gathered<Said>,
  merge: (answers: readonly Said[]) => object | Rejection,
): Answered {
  if (answers.length === 0) throw new Unavailable(`cells ${away.join(', ')}`);
  return { result: merge(answers), away };
}

async function firstOf(ids: readonly number[], at: (id: number) => Promise<object>): Promise<Answered> {
  const away: number[] = [];
  let result: object = {};
  for (const id of ids) {
    const { answers, away: missing } = await everywhere([id], at);
    away.push(...missing);
    const [found] = answers;
    if (found && (isRejection(found) || Object.values(found).some((value) => value !== undefined)))
      return { result: found, away };
    result = found ?? result;
  }
  return { result, away };
}

/** The input of each cell: its ids of the array of ids. */
async function splitInput(cells: ConsoleCells, input: Input): Promise<ReadonlyMap<number, Input>> {
  const [field, ids] = Object.entries(input).find(([, value]) => Array.isArray(value)) ?? ['', []];
  const placed = await Promise.all(
    (ids as readonly string[]).map(
      async (id) => [id, await cellNow(cells, cellOfId(id) ?? cells.home, [id])] as const,
    ),
  );
  const byCell = Map.groupBy(placed, ([, cell]) => cell);
  return new Map([...byCell].map(([cell, own]) => [cell, { ...input, [field]: own.map(([id]) => id) }]));
}
