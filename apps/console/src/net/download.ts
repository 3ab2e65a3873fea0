import { filePath, type StaffCall } from '@hiram/contract/console/staff-call';

/** Lets the browser download the file of a ticket itself, so that the page holds none of it, however long it is. */
export function download(call: StaffCall, brand: string, ticket: string): void {
  const link = document.createElement('a');
  link.href = filePath(call, brand, ticket);
  link.download = '';
  link.click();
}
