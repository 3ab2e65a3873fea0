import type { importStatement } from '@hiram/contract/console/bank-statement';
import { brandOf } from '../../brands/brand-of.ts';
import { markets } from '../../brands/markets/markets.ts';
import { decodeStatement } from '../../lending/payments/statements/decode-statement.ts';
import { importLines } from '../../lending/payments/statements/import-statement.ts';
import { readStatement } from '../../lending/payments/statements/read-statement.ts';
import { type Db, inTransaction } from '../../platform/database/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { actionScope } from '../actions/scope.ts';

/** Lines of a file that are shown as they were understood. */
const sampleSize = 5;

/** Thrown to undo a trial: nothing of it stays. */
class Trial extends Error {}

/** Reads a bank's statement and stores its lines, or says what it would store. */
export const importFile: StaffHandler<typeof importStatement> = async (input, request) => {
  const { db, brand, now, session, context } = request;
  const known = context.appContext.brands.get(brand);
  if (!known?.transfers.some((transfer) => transfer.number === input.account))
    return reject('unknownAccount', { field: 'account' });
  const text = decodeStatement(Buffer.from(input.content, 'base64'));
  if (text === undefined) return reject('mixedEncoding', { field: 'content' });
  const { currency } = markets[brandOf(context.appContext, { brand }).market];
  const { today } = await actionScope(request);
  const statement = await readStatement(text, { map: input.map, currency, today });
  if (typeof statement === 'string') return reject(statement, { field: 'content' });
  const { lines, twice, outgoing, faults, faulty } = statement;
  if (lines.length === 0 && faulty === 0) return reject('noLines', { field: 'content' });
  const { account, fileName, map } = input;
  const file = { brand, account, fileName, map, staffId: session.staffId, now };
  const imported = await rolledBackIf(input.isTrial, db, (trx) =>
    importLines(trx, context.appContext, file, lines),
  );
  return {
    ...imported,
    lines: lines.length,
    repeated: twice + lines.length - imported.added,
    outgoing,
    faults: [...faults],
    faulty,
    sample: lines.slice(0, sampleSize).map(({ lineNo, bookedOn, amount, reference }) => ({
      lineNo,
      bookedOn,
      amount,
      reference,
    })),
  };
};

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
