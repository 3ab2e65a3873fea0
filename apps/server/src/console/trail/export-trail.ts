import type { exportTrail, TrailEntry } from '@hiram/contract/console/trail';
import { inTransaction } from '../../platform/database/connect.ts';
import { isRejection } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
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

/** A part of the trail as CSV. The first part is recorded, with the filter and why, before anything is read. */
export const exportEntries: StaffHandler<typeof exportTrail> = async ({ reason, ...input }, staffRequest) => {
  const { db, now, session, brand } = staffRequest;
  if (input.after === undefined) {
    const filters = Object.entries({ brand, ...input }).map(([name, value]) => `${name} ${value}`);
    await inTransaction(db, (trx) =>
      trx
        .insertInto('staff_read')
        .values({
          ...{ id: newId(), staff_id: session.staffId, subject: 'trail', subject_id: '', at: now },
          ...{ field: 'export', encrypted: false, reason: `${reason} (${filters.join(', ')})` },
        })
        .execute(),
    );
  }
  const page = await trailPage(input, staffRequest, chunkSize);
  if (isRejection(page)) return page;
  const lines = page.entries.map((entry) => line(columns.map((column) => String(entry[column] ?? ''))));
  return {
    csv: [...(input.after === undefined ? [line(columns)] : []), ...lines].join(''),
    rows: lines.length,
    ...(page.next === undefined ? {} : { next: page.next }),
  };
};
