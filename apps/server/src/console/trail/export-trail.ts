import { type exportTrail, listTrail, type TrailEntry } from '@hiram/contract/console/trail';
import * as v from 'valibot';
import { isRejection, NotFound } from '../../platform/errors/rejection.ts';
import { csvLine } from '../../platform/files/csv-line.ts';
import { StreamedFile } from '../../platform/http/streamed-file.ts';
import { newId } from '../../platform/ids.ts';
import type { Reports } from '../../platform/reports.ts';
import type { OpenFile, StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { issueTicket, takeTicket } from '../downloads/tickets.ts';
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
      id: newId(),
      staff_id: session.staffId,
      subject: 'trail',
      subject_id: '',
      field: 'export',
      reason,
      at: now,
      encrypted: false,
    })
    .execute();
}

/** The lines of the file, page by page. No connection is held between two pages. */
async function* csvOf(reports: Reports, filter: EntryFilter): AsyncGenerator<string> {
  yield csvLine(columns);
  for (let after = filter.after; ; ) {
    const { entries, next } = await reports.read((db) => trailPage(db, { ...filter, after }, pageSize));
    yield entries.map((entry) => csvLine(columns.map((column) => String(entry[column] ?? '')))).join('');
    if (!next) return;
    after = next;
  }
}

/** Records an export before anything is read, and prepares its file. */
export const prepareExport: StaffHandler<typeof exportTrail> = async ({ reason, ...input }, staffRequest) => {
  const filter = await trailFilter(input, staffRequest);
  if (isRejection(filter)) return filter;
  await recordExport(staffRequest, input, reason);
  return { ticket: await issueTicket(staffRequest, input) };
};

/** The trail as CSV, streamed. Throws NotFound if what it is about is gone. */
export const openExport: OpenFile = async (ticket, staffRequest) => {
  const prepared = await takeTicket(ticket, staffRequest);
  const filter = await trailFilter(v.parse(listTrail.input, prepared), staffRequest);
  if (isRejection(filter)) throw new NotFound('export');
  const day = staffRequest.now.toISOString().slice(0, 10);
  return new StreamedFile(
    `trail-${day}.csv`,
    'text/csv; charset=utf-8',
    csvOf(staffRequest.context.reports, filter),
  );
};
