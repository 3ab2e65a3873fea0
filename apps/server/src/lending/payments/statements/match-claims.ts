import type { BorrowerId, StatementLineId, TransferId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { AppContext } from '../../../context/app-context.ts';
import type { Db } from '../../../platform/database/connection/connect.ts';
import { namesOfAll } from '../../borrowers/masked.ts';
import { nameWords } from '../../borrowers/names.ts';

/** The agreement of one value of a claim with the bank's line; `none`: there is nothing to compare. */
type Agreement = 'yes' | 'no' | 'none';

/** The open line of the bank's statements that fits a claim best, and how it agrees with it. */
export interface ClaimMatch {
  readonly lineId: StatementLineId;
  readonly lineNo: number;
  readonly fileName: string;
  readonly amount: number;
  readonly bookedOn: string;
  readonly reference: string;
  /** As the bank writes it; empty if it names none. */
  readonly sender: string;
  readonly agrees: { readonly sender: Agreement; readonly reference: Agreement; readonly sum: Agreement };
}

/**
 * Reports whether a sender, as a bank writes it, can be a person of this name. Banks mask letters by `*` and shorten given names:
 * `ALMA S***`, `A*** SORIANO`, `M SANTOS`. Each word of the sender begins a word of the name, in any order.
 */
export function isSender(name: string, sender: string): boolean {
  const words = [...nameWords(name)];
  const begins = sender
    .split(/\s+/)
    .map((word) => word.replace(/[^\p{L}*.]/gu, ''))
    .filter((word) => word !== '')
    .map((word) => nameWords(word.split(/[*.]/)[0] ?? '').join(''))
    .filter((begin) => begin !== '');
  if (begins.length === 0) return false;
  return begins.every((begin) => {
    const at = words.findIndex((word) => word.startsWith(begin));
    if (at === -1) return false;
    words.splice(at, 1);
    return true;
  });
}

interface LineRow {
  readonly claim_id: TransferId;
  readonly borrower_id: BorrowerId;
  readonly claimed: string;
  readonly utr: string;
  readonly id: StatementLineId;
  readonly line_no: string;
  readonly file_name: string;
  readonly amount: string;
  readonly booked_on: string;
  readonly reference: string;
  readonly sender_encrypted: Buffer | null;
}

/**
 * For each claim the open line that fits it best: of its reference, or without one of its amount within three days. A claim that
 * no line fits is not among them.
 */
export async function matchClaims(
  appContext: Pick<AppContext, 'cipher'>,
  db: Db,
  claimIds: readonly TransferId[],
): Promise<ReadonlyMap<TransferId, ClaimMatch>> {
  if (claimIds.length === 0) return new Map();
  const { rows } = await sql<LineRow>`
    select claim.id as claim_id, claim.borrower_id, claim.amount as claimed, claim.utr, line.*
    from utr_submission claim cross join lateral (
      select line.id, line.line_no, imported.file_name, line.amount, line.booked_on::text as booked_on, line.reference,
        line.sender_encrypted
      from statement_line line join statement_import imported on imported.id = line.import_id
      where line.brand = claim.brand and line.transfer_id is null and line.payment_id is null and line.set_aside_by is null
        and (line.reference = claim.utr or (line.reference = '' and line.amount = claim.amount
          and line.booked_on between claim.sent_on - 3 and claim.sent_on + 3))
      order by line.reference = claim.utr desc, line.amount = claim.amount desc, line.id limit 1
    ) line where claim.id = any(${[...claimIds]}::uuid[])`.execute(db);
  const names = await namesOfAll(
    appContext,
    db,
    rows.map(({ borrower_id }) => borrower_id),
  );
  return new Map(
    rows.map((row) => {
      const sender = row.sender_encrypted === null ? '' : appContext.cipher.decrypt(row.sender_encrypted);
      const name = names.get(row.borrower_id) ?? '';
      const yesNo = (holds: boolean) => (holds ? 'yes' : 'no');
      return [
        row.claim_id,
        {
          lineId: row.id,
          lineNo: Number(row.line_no),
          fileName: row.file_name,
          amount: Number(row.amount),
          bookedOn: row.booked_on,
          reference: row.reference,
          sender,
          agrees: {
            sender: sender === '' || name === '' ? 'none' : yesNo(isSender(name, sender)),
            reference: row.reference === '' ? 'none' : yesNo(row.reference === row.utr),
            sum: yesNo(Number(row.amount) === Number(row.claimed)),
          },
        },
      ];
    }),
  );
}
