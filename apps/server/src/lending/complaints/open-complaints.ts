import type { Db } from '../../platform/database/connection/connect.ts';

/** Unanswered complaints of all brands, the earliest promised date first. */
export async function openComplaints(db: Db) {
  return db
    .selectFrom('complaint')
    .innerJoin('borrower', 'borrower.id', 'complaint.borrower_id')
    .select((eb) => [
      'complaint.id',
      'borrower.brand',
      'complaint.reference',
      'complaint.type',
      'complaint.detail',
      'complaint.received_on',
      'complaint.promised_by',
      eb
        .selectFrom('complaint_picture')
        .select((count) => count.fn.countAll<number>().as('pictures'))
        .whereRef('complaint_picture.borrower_id', '=', 'complaint.borrower_id')
        .whereRef('complaint_picture.complaint_id', '=', 'complaint.id')
        .as('pictures'),
    ])
    .where('answered_at', 'is', null)
    .orderBy('promised_by')
    .orderBy('complaint.id')
    .execute()
    .then((rows) => rows.map((row) => ({ ...row, pictures: row.pictures ?? 0 })));
}
