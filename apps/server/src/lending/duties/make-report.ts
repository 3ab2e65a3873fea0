import type { Duty } from '../../brands/markets/duties.ts';
import type { FieldCipher } from '../../platform/crypto/field-cipher.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { csvCell } from '../../platform/files/csv-line.ts';
import { loanRows, type Reported, totalRow } from './report-rows.ts';

export interface DutyFile {
  readonly csv: string;
  /** Without the line of headers. */
  readonly rows: number;
}

const lineOf = (columns: Duty['layout']['columns'], values: Readonly<Record<string, string>>) =>
  columns.map(({ field }) => csvCell(values[field ?? ''] ?? '')).join(',');

/**
 * The file of a duty for a period, as its column map says. `only`: the rows that are sent again. Where the figures come from
 * elsewhere, it has the headers alone.
 */
export async function dutyFile(
  db: Db,
  cipher: FieldCipher,
  { layout }: Duty,
  reported: Reported,
  only?: ReadonlySet<string>,
): Promise<DutyFile> {
  const lines = [layout.columns.map(({ header }) => csvCell(header)).join(',')];
  if (layout.rows === 'loans')
    for await (const row of loanRows(db, cipher, reported))
      if (!only || only.has(row.key)) lines.push(lineOf(layout.columns, row.values));
  if (layout.rows === 'totals') lines.push(lineOf(layout.columns, await totalRow(db, reported)));
  return { csv: `${lines.join('\r\n')}\r\n`, rows: lines.length - 1 };
}
