import { exportJournals } from '@hiram/contract/console/books';
import * as v from 'valibot';
import { daysOfMonth } from '../../lending/books/close-checks.ts';
import { columnMap, journalsSheet, NoSuchColumn } from '../../lending/books/export-journals.ts';
import { journalLines } from '../../lending/books/journals.ts';
import { contentTypes } from '../../lending/books/sheet.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { StreamedFile } from '../../platform/http/streamed-file.ts';
import type { OpenFile, StaffHandler } from '../access/serve-staff.ts';
import { oneBrandOf } from '../actions/scope.ts';
import { issueTicket, takeTicket } from '../downloads/tickets.ts';

/** Checks the columns, and prepares the file. */
export const prepareExport: StaffHandler<typeof exportJournals> = async (input, request) => {
  try {
    columnMap(input.columns ?? '');
  } catch (error) {
    if (error instanceof NoSuchColumn)
      return reject('noSuchColumn', { field: 'columns', values: { column: error.column } });
    throw error;
  }
  return { ticket: await issueTicket(request, input) };
};

/** The journals of a month in the file that was prepared. Throws NotFound. */
export const openExport: OpenFile = async (ticket, request) => {
  const { month, format, columns = '' } = v.parse(exportJournals.input, await takeTicket(ticket, request));
  const brand = oneBrandOf(request);
  const lines = journalLines(request.context.reports, brand, daysOfMonth(month));
  return new StreamedFile(
    `journals-${brand}-${month}.${format}`,
    contentTypes[format],
    journalsSheet(format, lines, columnMap(columns)),
  );
};
