import type { ClaimResult, listTransfers, ShownTransfer } from '@hiram/contract/console/money-in';
import { allBrands } from '@hiram/contract/console/rights';
import type { StaffId, StatementLineId, TransferId } from '@hiram/contract/ids';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type ClaimMatch, matchClaims } from '../../lending/payments/statements/match-claims.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { parseId } from '../../platform/ids.ts';
import { notePlaces } from '../access/cells/merge-answers.ts';
import { type Named, namesInList } from '../access/personal-data/names.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';

/** Claims with their rivals and what the bank's statements say of them. */
export function transferRows(db: Db, brand: string) {
  return db
    .selectFrom('utr_submission')
    .selectAll('utr_submission')
    .select([rivals().as('rivals'), lineMatch().as('match'), dueAt().as('due_at')])
    .$if(brand !== allBrands, (query) => query.where('utr_submission.brand', '=', brand));
}

/** Other claims of the reference that wait or were accepted. */
function rivals(): RawBuilder<string> {
  return sql`(select count(*) from utr_submission other where other.brand = utr_submission.brand
    and other.id <> utr_submission.id and other.state <> 'rejected'
    and other.utr = utr_submission.utr)`;
}

/** When the task of the claim is due. */
function dueAt(): RawBuilder<Date | null> {
  return sql`(select due_at from task where task.kind = 'transfer' and task.subject_id = utr_submission.id::text
    and task.closed_at is null)`;
}

function lineMatch(): RawBuilder<'fits' | 'otherAmount' | 'none'> {
  return sql`coalesce((select case when bool_or(line.amount = utr_submission.amount) then 'fits' else 'otherAmount' end
    from statement_line line where line.brand = utr_submission.brand
      and line.reference = utr_submission.utr having count(*) > 0), 'none')`;
}

type TransferRow = Selectable<Database['utr_submission']> & {
  readonly rivals: string;
  readonly match: 'fits' | 'otherAmount' | 'none';
  readonly due_at: Date | null;
};

/** The lines among those of the matches that a person imported. */
async function linesImportedBy(
  db: Db,
  staffId: StaffId,
  matches: Iterable<ClaimMatch>,
): Promise<ReadonlySet<StatementLineId>> {
  const lineIds = [...matches].map(({ lineId }) => lineId);
  if (lineIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('statement_line')
    .innerJoin('statement_import', 'statement_import.id', 'statement_line.import_id')
    .select('statement_line.id')
    .where('statement_line.id', 'in', lineIds)
    .where('imported_by', '=', staffId)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** What the bank's lines say of claims to the caller. */
export async function comparedClaims(
  { db, context, session }: StaffRequest,
  transferIds: readonly TransferId[],
): Promise<(row: TransferRow) => Compared> {
  const matches = await matchClaims(context.appContext, db, transferIds);
  const own = await linesImportedBy(db, session.staffId, matches.values());
  return (row) => {
    const match = matches.get(row.id);
    return { match, result: resultOf(row, match, match !== undefined && own.has(match.lineId)) };
  };
}

interface Compared {
  readonly match: ClaimMatch | undefined;
  readonly result: ClaimResult;
}

/** The result of the comparison: the first thing that stands against posting it. */
function resultOf(row: TransferRow, match: ClaimMatch | undefined, isOwnImport: boolean): ClaimResult {
  if (Number(row.rivals) > 0) return 'twoClaim';
  if (match === undefined) return 'noLine';
  if (match.agrees.reference !== 'yes') return 'noReference';
  if (match.agrees.sum !== 'yes') return 'sumDiffers';
  if (match.agrees.sender === 'no') return 'senderDiffers';
  return isOwnImport ? 'ownImport' : 'matches';
}

export function shownTransfer(row: TransferRow, { match, result }: Compared, name: string): ShownTransfer {
  const nothing = { sender: 'none', reference: 'none', sum: 'none' } as const;
  const { sender, reference, sum } = match?.agrees ?? nothing;
  return {
    transferId: row.id,
    orderId: row.order_id,
    borrowerId: row.borrower_id,
    reference: row.utr,
    amount: row.amount,
    account: row.channel,
    sentOn: row.sent_on,
    claimedAt: row.sent_at.toISOString(),
    hasReceipt: row.picture_id !== null,
    rivals: Number(row.rivals),
    match: row.match,
    name,
    sender,
    referenceAgrees: reference,
    sum,
    result,
    ...(row.due_at === null ? {} : { dueAt: row.due_at.toISOString() }),
  };
}

const pageSize = 50;

/** Claims with the names of who made them and how the bank's lines agree. `view`: the list, as the trail names it. */
async function shownTransfers(
  request: StaffRequest,
  rows: readonly TransferRow[],
  view: string,
): Promise<ShownTransfer[]> {
  const compared = await comparedClaims(
    request,
    rows.map(({ id }) => id),
  );
  const nameOf = await namesInList(request, view, rows.map(namedOf));
  return rows.map((row) => shownTransfer(row, compared(row), nameOf(namedOf(row)) ?? ''));
}

export const namedOf = ({ borrower_id, brand }: Pick<TransferRow, 'borrower_id' | 'brand'>): Named => ({
  borrowerId: borrower_id,
  brand,
  place: 'loan',
});

/** One page of the claims that wait. */
export const showTransfers: StaffHandler<typeof listTransfers> = async ({ after }, request) => {
  const { db, brand } = request;
  const rows = await transferRows(db, brand)
    .where('utr_submission.state', '=', 'review')
    .$if(after !== undefined, (query) => query.where('utr_submission.id', '>', parseId(after ?? '')))
    .orderBy('utr_submission.id')
    .limit(pageSize + 1)
    .execute();
  const transfers = await shownTransfers(request, rows.slice(0, pageSize), 'receipts');
  notePlaces('transfers', transfers, ({ transferId }) => ({ key: [transferId] }));
  return {
    transfers,
    isLast: rows.length <= pageSize,
  };
};
