import type { Db } from '../../platform/database/connection/connect.ts';
import { countOfAll, maxListed } from '../../platform/database/statements/bounded-list.ts';

/** Unanswered complaints of a brand, or of all, at most `most`, the earliest promised date first, and the number of all. */
export async function openComplaints(db: Db, brand?: string, most = maxListed) {
  const rows = await db
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
      countOfAll,
      eb
        .selectFrom('complaint_picture')
        .select((count) => count.fn.countAll<number>().as('pictures'))
        .whereRef('complaint_picture.borrower_id', '=', 'complaint.borrower_id')
        .whereRef('complaint_picture.complaint_id', '=', 'complaint.id')
        .as('pictures'),
    ])
    .where('answered_at', 'is', null)
    .$if(brand !== undefined, (query) => query.where('borrower.brand', '=', brand ?? ''))
    .orderBy('promised_by')
    .orderBy('complaint.id')
    .limit(most)
    .execute();
  const complaints = rows.map(({ total: _, ...row }) => ({ ...row, pictures: row.pictures ?? 0 }));
  return { complaints, total: rows[0]?.total ?? 0 };
}
