import type { exportTrail, TrailEntry } from '@hiram/contract/console/trail';
import { inTransaction } from '../../platform/database/connect.ts';
import { isRejection } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { trailPage } from './list-trail.ts';

/** Rows of one answer. */
const chunkSize = 1_000;

const columns = [
  'at',
  'kind',
  'staffName',
  'staffId',
  'actor',
  'login',
  'action',
  'subject',
  'subjectId',
  'borrowerId',
  'detail',
  'reason',
  'approvalId',
  'isCovered',
] as const satisfies readonly (keyof TrailEntry)[];

/** A cell of a CSV file (RFC 4180). What a spreadsheet would read as a formula begins with an apostrophe. */
export function csvCell(value: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(value.trimStart()) ? `'${value}` : value;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const line = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`;

/**
 * Records an export with its filter and why, once in an hour: its parts are one export. A part that is asked for alone is recorded
 * as well.
 */
async function recordExport(
  { db, now, session, brand }: StaffRequest,
  filter: object,
  why: string,
): Promise<void> {
  const filters = Object.entries({ brand, ...filter }).map(([name, value]) => `${name} ${value}`);
  const reason = `${why} (${filters.join(', ')})`;
  const read = { staff_id: session.staffId, subject: 'trail', subject_id: '', field: 'export', reason };
  await inTransaction(db, async (trx) => {
    const recorded = await trx
      .selectFrom('staff_read')
      .select('id')
      .where('staff_id', '=', session.staffId)
      .where('at', '>', new Date(now.getTime() - 3_600_000))
      .where('field', '=', 'export')
      .where('reason', '=', reason)
      .executeTakeFirst();
    if (recorded) return;
    await trx
      .insertInto('staff_read')
      .values({ ...read, id: newId(), at: now, encrypted: false })
      .execute();
  });
}

/** A part of the trail as CSV, recorded before anything is read. */
export const exportEntries: StaffHandler<typeof exportTrail> = async ({ reason, ...input }, staffRequest) => {
  const { after: _after, ...filter } = input;
  await recordExport(staffRequest, filter, reason);
  const page = await trailPage(input, staffRequest, chunkSize);
  if (isRejection(page)) return page;
  const lines = page.entries.map((entry) => line(columns.map((column) => String(entry[column] ?? ''))));
  return {
    csv: [...(input.after === undefined ? [line(columns)] : []), ...lines].join(''),
    rows: lines.length,
    ...(page.next === undefined ? {} : { next: page.next }),
  };
};
