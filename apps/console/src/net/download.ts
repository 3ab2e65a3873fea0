import { filePath, type StaffCall } from '@hiram/contract/console/staff-call';

/** Saves a table of values that the page holds as a file. */
export function saveCsv(fileName: string, csv: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Lets the browser download the file of a ticket itself, so that the page holds none of it, however long it is. */
export function download(call: StaffCall, brand: string, ticket: string): void {
  const link = document.createElement('a');
  link.href = filePath(call, brand, ticket);
  link.download = '';
  link.click();
}
