import type { showTransfer, transferReceipt } from '@hiram/contract/console/money-in';
import type { TransferId } from '@hiram/contract/ids';
import { isNear, linesOfClaim } from '../../lending/payments/statements/statement-lines.ts';
import { competingClaims } from '../../lending/payments/transfers/transfer-claims.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import { nameOnPage } from '../access/personal-data/names.ts';
import { recordRead } from '../access/personal-data/record-read.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { comparedClaims, namedOf, shownTransfer, transferRows } from './list-transfers.ts';
import { shownLine } from './statements/list-lines.ts';

/** A claim, its rivals, and the lines of the bank's statements that may be it. Throws NotFound. */
export const showClaims: StaffHandler<typeof showTransfer> = async ({ transferId }, request) => {
  const { db, brand } = request;
  const first = await transferRows(db, brand)
    .where('utr_submission.id', '=', knownId(transferId))
    .executeTakeFirst();
  if (!first) throw new NotFound('no claim of the brand');
  const rivals = await competingClaims(db, first);
  const claims = [];
  for (const { id, borrower_id: borrowerId } of [first, ...rivals]) {
    await recordRead(request, {
      borrowerId,
      subject: 'utr_submission',
      subjectId: id,
      field: 'transfer',
      reason: first.utr,
    });
    claims.push(await shownClaim(request, id));
  }
  const lines = await linesOfClaim(db, first);
  return {
    claims,
    lines: lines.map((line) => ({
      ...shownLine(line),
      fits: {
        reference: line.reference === first.utr,
        amount: line.amount === first.amount,
        day: isNear(line.booked_on, first.sent_on),
      },
    })),
  };
};

async function shownClaim(request: StaffRequest, id: TransferId) {
  const { db, brand } = request;
  const row = await transferRows(db, brand).where('utr_submission.id', '=', id).executeTakeFirstOrThrow();
  const { count } = await db
    .selectFrom('utr_submission')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('borrower_id', '=', row.borrower_id)
    .where('state', '=', 'accepted')
    .executeTakeFirstOrThrow();
  const compared = (await comparedClaims(request, [id]))(row);
  const { match } = compared;
  const name = (await nameOnPage(request, namedOf(row))) ?? '';
  return {
    ...shownTransfer(row, compared, name),
    state: row.state,
    ...(match === undefined || match.sender === '' ? {} : { bankSender: match.sender }),
    acceptedBefore: Number(count),
  };
}

/** The picture of a claim's receipt. That it was looked at is recorded. Throws NotFound. */
export const showReceipt: StaffHandler<typeof transferReceipt> = async ({ transferId }, request) => {
  const { db, brand, context } = request;
  const claim = await transferRows(db, brand)
    .innerJoin('picture', (join) =>
      join
        .onRef('picture.borrower_id', '=', 'utr_submission.borrower_id')
        .onRef('picture.id', '=', 'utr_submission.picture_id'),
    )
    .select('picture.file')
    .where('utr_submission.id', '=', knownId(transferId))
    .executeTakeFirst();
  const bytes = claim && (await context.appContext.ports.files.get(claim.file));
  if (!bytes) throw new NotFound('no receipt of the brand');
  await recordRead(request, {
    borrowerId: claim.borrower_id,
    subject: 'utr_submission',
    subjectId: claim.id,
    field: 'receipt',
    reason: claim.utr,
  });
  return { jpeg: Buffer.from(bytes).toString('base64') };
};
