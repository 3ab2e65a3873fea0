import type { exportTrail, TrailEntry } from '@hiram/contract/console/trail';
import type { Db } from '../../platform/database/connect.ts';
import { isRejection } from '../../platform/errors/rejection.ts';
import { StreamedFile } from '../../platform/http/streamed-file.ts';
import { newId } from '../../platform/ids.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { trailFilter, trailPage } from './list-trail.ts';
import type { EntryFilter } from './read-entries.ts';

/** Entries that are in memory at once. */
const pageSize = 1_000;

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

/** Records an export with its filter and why. */
async function recordExport(
  { db, now, session, brand }: StaffRequest,
  filter: object,
  why: string,
): Promise<void> {
  const filters = Object.entries({ brand, ...filter }).map(([name, value]) => `${name} ${value}`);
  const reason = `${why} (${filters.join(', ')})`;
  await db
    .insertInto('staff_read')
    .values({
      ...{ id: newId(), staff_id: session.staffId, subject: 'trail', subject_id: '', field: 'export' },
      ...{ reason, at: now, encrypted: false },
    })
    .execute();
}

/** The lines of the file, page by page. No connection is held between two pages. */
async function* csvOf(db: Db, filter: EntryFilter): AsyncGenerator<string> {
  yield line(columns);
  for (let after = filter.after; ; ) {
    const { entries, next } = await trailPage(db, { ...filter, after }, pageSize);
    yield entries.map((entry) => line(columns.map((column) => String(entry[column] ?? '')))).join('');
    if (!next) return;
    after = next;
  }
}

/** The trail as CSV, streamed, and recorded before anything is read. */
export const exportEntries: StaffHandler<typeof exportTrail> = async ({ reason, ...input }, staffRequest) => {
  const filter = await trailFilter(input, staffRequest);
  if (isRejection(filter)) return filter;
  await recordExport(staffRequest, input, reason);
  const day = staffRequest.now.toISOString().slice(0, 10);
  return new StreamedFile(`trail-${day}.csv`, 'text/csv; charset=utf-8', csvOf(staffRequest.db, filter));
};
