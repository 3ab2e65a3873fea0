import type { Evidence, openEvidence } from '@hiram/contract/console/approval-case';
import { asId } from '@hiram/contract/ids';
import { NotFound } from '../../platform/errors/rejection.ts';
import { recordRead } from '../access/personal-data/record-read.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { type Whose, whoseLoans } from '../lists/whose-loan.ts';
import { type ApprovalRow, findApproval } from './approval-rows.ts';

/** A piece of evidence with the row whose reads are recorded, and what of it is read. */
interface Piece extends Omit<Evidence, 'isOpenedByMe' | 'isOpenedByRequester'> {
  readonly readAs?: {
    readonly subjectId: string;
    readonly field: 'complaint' | 'complaintPicture' | 'receipt';
  };
}

/** The complaint that a request names or, without one, those of its loan that are open; with their pictures. */
async function complaintPieces({ db }: StaffRequest, row: ApprovalRow, whose: Whose): Promise<Piece[]> {
  const { borrowerId, orderId } = whose;
  const complaints = await db
    .selectFrom('complaint')
    .select(['id', 'reference', 'created_at'])
    .where('borrower_id', '=', borrowerId)
    .where((eb) =>
      eb.or([
        eb('reference', '=', row.reference),
        ...(orderId === undefined
          ? []
          : [eb.and([eb('order_id', '=', orderId), eb('answered_at', 'is', null)])]),
      ]),
    )
    .orderBy('created_at')
    .execute();
  const pictures =
    complaints.length === 0
      ? []
      : await db
          .selectFrom('complaint_picture')
          .innerJoin('picture', (join) =>
            join
              .onRef('picture.borrower_id', '=', 'complaint_picture.borrower_id')
              .onRef('picture.id', '=', 'complaint_picture.picture_id'),
          )
          .select(['complaint_id', 'picture_id', 'picture.created_at'])
          .where('complaint_picture.borrower_id', '=', borrowerId)
          .where('by_lender', '=', false)
          .where(
            'complaint_id',
            'in',
            complaints.map(({ id }) => id),
          )
          .orderBy('place')
          .execute();
  return complaints.flatMap(({ id, reference, created_at }): Piece[] => [
    {
      kind: 'complaint',
      id,
      name: reference,
      at: created_at.toISOString(),
      readAs: { subjectId: id, field: 'complaint' },
    },
    ...pictures
      .filter((picture) => picture.complaint_id === id)
      .map(
        (picture): Piece => ({
          kind: 'complaintPicture',
          id: picture.picture_id,
          name: reference,
          at: picture.created_at.toISOString(),
          readAs: { subjectId: id, field: 'complaintPicture' },
        }),
      ),
  ]);
}

/** The receipt of the transfer that a request posts, and the line of the bank's statement. */
async function transferPieces({ db }: StaffRequest, row: ApprovalRow): Promise<Piece[]> {
  const pieces: Piece[] = [];
  if (row.subject === 'utr_submission') {
    const claim = await db
      .selectFrom('utr_submission')
      .select(['id', 'utr', 'picture_id', 'sent_at'])
      .where('id', '=', asId(row.subject_id))
      .executeTakeFirst();
    if (claim?.picture_id)
      pieces.push({
        kind: 'receipt',
        id: claim.id,
        name: claim.utr,
        at: claim.sent_at.toISOString(),
        readAs: { subjectId: claim.id, field: 'receipt' },
      });
  }
  const { lineId } = row.request as { readonly lineId?: string };
  const named = row.subject === 'statement_line' ? row.subject_id : lineId;
  if (typeof named !== 'string') return pieces;
  const line = await db
    .selectFrom('statement_line')
    .innerJoin('statement_import', 'statement_import.id', 'statement_line.import_id')
    .select(['statement_line.id', 'line_no', 'file_name', 'imported_at', 'amount'])
    .where('statement_line.id', '=', asId(named.toLowerCase()))
    .executeTakeFirst();
  if (line)
    pieces.push({
      kind: 'statementLine',
      id: line.id,
      name: `${line.file_name}, line ${line.line_no}`,
      at: line.imported_at.toISOString(),
      amount: line.amount,
    });
  return pieces;
}

async function piecesOf(request: StaffRequest, row: ApprovalRow, whose: Whose | undefined): Promise<Piece[]> {
  return [
    ...(whose ? await complaintPieces(request, row, whose) : []),
    ...(await transferPieces(request, row)),
  ];
}

/** The evidence of a request, and the part of it that the caller and the requester have opened. */
export async function evidenceOf(
  request: StaffRequest,
  row: ApprovalRow,
  whose: Whose | undefined,
): Promise<Evidence[]> {
  const pieces = await piecesOf(request, row, whose);
  const subjects = pieces.flatMap(({ readAs }) => readAs?.subjectId ?? []);
  const reads =
    subjects.length === 0
      ? []
      : await request.db
          .selectFrom('staff_read')
          .select(['staff_id', 'subject_id', 'field'])
          .distinct()
          .where('subject_id', 'in', subjects)
          .where('staff_id', 'in', [request.session.staffId, row.requested_by])
          .execute();
  return pieces.map(({ readAs, ...piece }) => {
    const readers = reads
      .filter((read) => read.subject_id === readAs?.subjectId && read.field === readAs.field)
      .map(({ staff_id }) => staff_id);
    return {
      ...piece,
      // A line of a statement is on the page.
      isOpenedByMe: readAs === undefined || readers.includes(request.session.staffId),
      isOpenedByRequester: readAs === undefined || readers.includes(row.requested_by),
    };
  });
}

/** Opens a piece of a request's evidence, and nothing else of its borrower. Throws NotFound. */
export const showEvidence: StaffHandler<typeof openEvidence> = async ({ approvalId, kind, id }, request) => {
  const { db, context } = request;
  const row = await findApproval(request, approvalId);
  const whose = (await whoseLoans(db, [row.id])).get(row.id);
  const piece = (await piecesOf(request, row, whose)).find((one) => one.kind === kind && one.id === id);
  if (!whose || !piece?.readAs) throw new NotFound('no such evidence');
  const { subjectId, field } = piece.readAs;
  const subject = field === 'receipt' ? 'utr_submission' : 'complaint';
  const read = { borrowerId: whose.borrowerId, subject, subjectId, field, reason: piece.name } as const;
  if (kind === 'complaint') {
    const { detail } = await db
      .selectFrom('complaint')
      .select('detail')
      .where('id', '=', asId(id))
      .executeTakeFirstOrThrow();
    await recordRead(request, read);
    return { text: detail };
  }
  const pictureId = kind === 'complaintPicture' ? id : await receiptOf(request, id);
  const picture = await db
    .selectFrom('picture')
    .select('file')
    .where('borrower_id', '=', whose.borrowerId)
    .where('id', '=', asId(pictureId))
    .executeTakeFirst();
  const bytes = picture && (await context.appContext.ports.files.get(picture.file));
  if (!bytes) throw new NotFound('picture');
  await recordRead(request, read);
  return { jpeg: Buffer.from(bytes).toString('base64') };
};

async function receiptOf({ db }: StaffRequest, claimId: string): Promise<string> {
  const claim = await db
    .selectFrom('utr_submission')
    .select('picture_id')
    .where('id', '=', asId(claimId))
    .executeTakeFirst();
  if (!claim?.picture_id) throw new NotFound('receipt');
  return claim.picture_id;
}
