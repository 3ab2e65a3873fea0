/** A cell of a CSV file (RFC 4180). What a spreadsheet would read as a formula begins with an apostrophe. */
export function csvCell(value: string): string {
  const safe = harmless(value);
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Text that a spreadsheet does not compute: what begins like a formula gets an apostrophe. */
export function harmless(value: string): string {
  return /^[=+\-@\t\r\n]/.test(value.trimStart()) ? `'${value}` : value;
}

/** A line of a CSV file. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;
