import type { importStatement, LineResult } from '@hiram/contract/console/bank-statement';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import {
  type Imported,
  type ImportedLine,
  importLines,
} from '../../../lending/payments/statements/import-statement.ts';
import type { FileRecord } from '../../../lending/payments/statements/read-records.ts';
import { type Db, inTransaction } from '../../../platform/database/connection/connect.ts';
import { isRejection, reject } from '../../../platform/errors/rejection.ts';
import { named, namesInList } from '../../access/personal-data/names.ts';
import type { StaffHandler, StaffRequest } from '../../access/serve-staff.ts';
import { type ReadFile, readFile } from './read-file.ts';

type Output = StaffOutput<typeof importStatement>;

/** Lines that are shown, those that need a look first. */
const maxRows = 40;
/** Letters of a cell that are shown. */
const maxCell = 60;
/** The lines that need a look first. */
const order: readonly LineResult[] = [
  'faulty',
  'sumDiffers',
  'nobody',
  'twice',
  'matches',
  'posted',
  'before',
  'outgoing',
];

/** Thrown to undo a trial: nothing of it stays. */
class Trial extends Error {}

/** Reads a bank's statement and stores its lines, or says what it would store. */
export const importFile: StaffHandler<typeof importStatement> = async (input, request) => {
  const { db, brand, now, session, context } = request;
  const file = await readFile(input, request);
  if (isRejection(file)) return file;
  const { statement, account, map } = file;
  const { lines, faulty, balance } = statement;
  if (lines.length === 0 && faulty === 0) return reject('noLines', { field: 'content' });
  const [jump] = balance?.jumps ?? [];
  if (jump && !input.isTrial)
    return reject('balanceJumps', {
      field: 'content',
      values: { line: jump.lineNo, column: (map.balance ?? 0) + 1 },
    });
  const saved = await savedMapOf(request, account);
  const stored = { brand, account, fileName: input.fileName, map, balance, staffId: session.staffId, now };
  const imported = await rolledBackIf(input.isTrial, db, (trx) =>
    importLines(trx, context.appContext, stored, lines),
  );
  return {
    ...figures(file, imported),
    understood: understood(file, saved.filesBefore),
    ...(balance ? { balance: { ...balance, ...saved.last } } : {}),
    rows: await rowsOf(request, file, imported),
    ...(input.isTrial ? {} : { importId: imported.importId }),
  };
};

function understood(file: ReadFile, filesBefore: number): Output['understood'] {
  const { account, accountBy, encoding, map, mapBy, isDateOrderSure, records } = file;
  const headings = records[map.skip - 1]?.cells ?? [];
  return {
    account,
    accountBy,
    encoding,
    map,
    mapBy,
    isDateOrderSure,
    filesBefore: mapBy === 'saved' ? filesBefore : 0,
    headings: headings.map((heading) => heading.trim().slice(0, maxCell)),
  };
}

function figures({ statement, records, map }: ReadFile, { added }: Imported) {
  const { lines, twice, outgoing, wentOut, faults, faulty } = statement;
  const sumOf = (of: readonly { readonly amount: number }[]) =>
    of.reduce((sum, { amount }) => sum + amount, 0);
  const result = (name: ImportedLine['result']) => {
    const these = added.filter((line) => line.result === name);
    return { count: these.length, amount: sumOf(these) };
  };
  const [matches, sumDiffers] = [result('matches'), result('sumDiffers')];
  return {
    total: Math.max(0, records.length - map.skip),
    lines: lines.length,
    added: added.length,
    amount: sumOf(added),
    cameIn: sumOf(lines),
    wentOut,
    repeated: twice.length + lines.length - added.length,
    outgoing: outgoing.length,
    matched: matches.count + sumDiffers.count,
    results: { posted: result('posted'), matches, sumDiffers, nobody: result('nobody') },
    faults: [...faults],
    faulty,
  };
}

/** The files that were read with the account's columns, and the closing balance of the last one. */
async function savedMapOf({ db, brand }: StaffRequest, account: string) {
  const imports = db
    .selectFrom('statement_import')
    .where('statement_import.brand', '=', brand)
    .where('statement_import.account', '=', account)
    .where('undone_at', 'is', null);
  const { files } = await imports
    .innerJoin('statement_map', (join) =>
      join
        .onRef('statement_map.brand', '=', 'statement_import.brand')
        .onRef('statement_map.account', '=', 'statement_import.account'),
    )
    .whereRef('imported_at', '>=', 'saved_at')
    .select((eb) => eb.fn.countAll<string>().as('files'))
    .executeTakeFirstOrThrow();
  const last = await imports
    .select('closing')
    .where('closing', 'is not', null)
    .orderBy('statement_import.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    filesBefore: Number(files),
    last: last && last.closing !== null ? { lastClosing: last.closing } : {},
  };
}

/** The lines that need a look first, with who claims them. */
async function rowsOf(request: StaffRequest, file: ReadFile, { added }: Imported): Promise<Output['rows']> {
  const { statement, records, map } = file;
  const fresh = new Map(added.map((line) => [line.lineNo, line]));
  const [twice, outgoing] = [new Set(statement.twice), new Set(statement.outgoing)];
  const known = new Set(statement.lines.map(({ lineNo }) => lineNo));
  const resultOf = ({ lineNo }: FileRecord): LineResult => {
    if (twice.has(lineNo)) return 'twice';
    if (outgoing.has(lineNo)) return 'outgoing';
    return fresh.get(lineNo)?.result ?? (known.has(lineNo) ? 'before' : 'faulty');
  };
  const rows = records
    .slice(map.skip)
    .map((record) => ({ ...record, result: resultOf(record), claim: fresh.get(record.lineNo)?.claim }))
    .sort(
      (one, other) => order.indexOf(one.result) - order.indexOf(other.result) || one.lineNo - other.lineNo,
    )
    .slice(0, maxRows);
  const namedOf = (borrowerId: NonNullable<ImportedLine['claim']>['borrowerId']) =>
    ({ borrowerId, brand: request.brand, place: 'loan' }) as const;
  const nameOf = await namesInList(
    request,
    'statement',
    rows.flatMap(({ claim }) => (claim ? [namedOf(claim.borrowerId)] : [])),
  );
  return rows.map(({ lineNo, cells, result, claim }) => ({
    lineNo,
    cells: cells.map((cell) => cell.trim().slice(0, maxCell)),
    result,
    ...(claim
      ? {
          claim: {
            orderId: claim.orderId,
            amount: claim.amount,
            ...named(nameOf(namedOf(claim.borrowerId))),
          },
        }
      : {}),
  }));
}

/** Runs work in a transaction that is undone if it is a trial. */
async function rolledBackIf<Result>(
  isTrial: boolean,
  db: Db,
  work: (trx: Db) => Promise<Result>,
): Promise<Result> {
  if (!isTrial) return inTransaction(db, work);
  const found: { result?: Result } = {};
  await inTransaction(db, async (trx) => {
    found.result = await work(trx);
    throw new Trial('undone');
  }).catch((error: unknown) => {
    if (!(error instanceof Trial)) throw error;
  });
  if (found.result === undefined) throw new Error('the trial did not run');
  return found.result;
}
