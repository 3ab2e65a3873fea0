import type { listStatementLines, ShownStatementLine, setLineAside } from '@hiram/contract/console/money-in';
import { allBrands } from '@hiram/contract/console/rights';
import type { StaffId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import {
  isClaimed,
  isOpenLine,
  lockLine,
  type StatementLine,
  setAside,
} from '../../../lending/payments/statements/statement-lines.ts';
import { type Db, inTransaction } from '../../../platform/database/connection/connect.ts';
import { NotFound, reject } from '../../../platform/errors/rejection.ts';
import { knownId, parseId } from '../../../platform/ids.ts';
import { notePlaces } from '../../access/cells/merge-answers.ts';
import type { StaffHandler } from '../../access/serve-staff.ts';

const pageSize = 50;

export function shownLine(line: StatementLine & { readonly file_name: string }): ShownStatementLine {
  return {
    lineId: line.id,
    file: line.file_name,
    lineNo: line.line_no,
    bookedOn: line.booked_on,
    amount: line.amount,
    reference: line.reference,
    account: line.account,
    isUsed: !isOpenLine(line),
  };
}

/** One page of the lines that belong to no posted transfer and that no waiting claim names. */
export const showLines: StaffHandler<typeof listStatementLines> = async ({ after }, { db, brand }) => {
  const rows = await db
    .selectFrom('statement_line')
    .innerJoin('statement_import', 'statement_import.id', 'statement_line.import_id')
    .selectAll('statement_line')
    .select('statement_import.file_name')
    .where('transfer_id', 'is', null)
    .where('payment_id', 'is', null)
    .where('set_aside_by', 'is', null)
    .where(sql<boolean>`not ${isClaimed('statement_line')}`)
    .$if(brand !== allBrands, (query) => query.where('statement_line.brand', '=', brand))
    .$if(after !== undefined, (query) => query.where('statement_line.id', '>', parseId(after ?? '')))
    .orderBy('statement_line.id')
    .limit(pageSize + 1)
    .execute();
  const lines = rows.slice(0, pageSize).map(shownLine);
  notePlaces('lines', lines, ({ lineId }) => ({ key: [lineId] }));
  return { lines, isLast: rows.length <= pageSize };
};

/** Reports whether the person imported a line that a posted transfer explains: set aside, its money leaves the books. */
async function isOwnDouble(db: Db, line: StatementLine, staffId: StaffId): Promise<boolean> {
  if (line.reference === '') return false;
  const { imported_by } = await db
    .selectFrom('statement_import')
    .select('imported_by')
    .where('id', '=', line.import_id)
    .executeTakeFirstOrThrow();
  if (imported_by !== staffId) return false;
  const posted = await db
    .selectFrom('payment')
    .select('id')
    .where('provider', '=', 'transfer')
    .where('provider_payment_id', '=', `${line.brand}:${line.reference}`)
    .where('amount', '=', line.amount)
    .where('state', '<>', 'reversed')
    .executeTakeFirst();
  return posted !== undefined;
}

/** Sets a line aside. It moves no money, and the trail names who did it. */
export const setAsideLine: StaffHandler<typeof setLineAside> = async ({ lineId, reason }, request) => {
  const { db, brand, now, session } = request;
  return inTransaction(db, async (trx) => {
    const line = await lockLine(trx, brand, knownId(lineId));
    if (!line) throw new NotFound('no line of the brand');
    if (!isOpenLine(line)) return reject('lineIsUsed');
    if (await isOwnDouble(trx, line, session.staffId)) return reject('ownImport');
    await setAside(trx, line, { staffId: session.staffId, reason, now });
    return {};
  });
};
