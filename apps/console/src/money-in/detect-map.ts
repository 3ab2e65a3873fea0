import type { TypedMap } from './map.ts';

/** Banks' headings of the columns, in English, Filipino and Indonesian. Of several headings the first kind found counts. */
const headings = {
  date: [/^(transaction|posting|posted|booking|value)?\s*date/i, /\b(date|day|tanggal|tgl|petsa)\b/i],
  reference: [
    /\b(utr|rrn|ref(erence)?|no\.? ?ref(erensi)?)\b/i,
    /remark|narration|description|details|keterangan|uraian|berita/i,
  ],
  amount: [/\b(credits?|deposits?|kredit|money in|paid in|cr)\b/i, /\b(amount|jumlah|nominal|halaga)\b/i],
  debit: [/\b(debits?|withdrawals?|money out|paid out|dr)\b/i],
  currency: [/\b(currency|ccy|mata uang|curr)\b/i],
  balance: [/\b(balance|saldo|balanse)\b/i],
} as const;
type Name = keyof typeof headings;

const names = Object.keys(headings) as Name[];
const delimiters = [',', ';', '\t', '|'] as const;
/** A heading names at least a day, and an amount or a reference. */
const isHead = (columns: ReadonlyMap<Name, number>) =>
  columns.has('date') && (columns.has('amount') || columns.has('debit') || columns.has('reference'));

/** The cells of a line. A quoted cell may hold the delimiter. */
function cellsOf(line: string, delimiter: string): readonly string[] {
  const cells = [''];
  let isQuoted = false;
  for (const letter of line) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === delimiter && !isQuoted) cells.push('');
    else cells[cells.length - 1] += letter;
  }
  return cells.map((cell) => cell.trim());
}

function columnsOf(cells: readonly string[]): ReadonlyMap<Name, number> {
  const columns = new Map<Name, number>();
  for (const name of names)
    for (const heading of headings[name]) {
      const index = cells.findIndex((cell, at) => heading.test(cell) && ![...columns.values()].includes(at));
      if (index === -1) continue;
      columns.set(name, index);
      break;
    }
  return columns;
}

/** The order of day, month and year in a column; undefined: the lines do not say. */
function dateOrderOf(days: readonly string[]): TypedMap['dateOrder'] | undefined {
  const parts = days.map((day) => day.split(/[-/. ]/).map(Number));
  if (days.some((day) => /^\d{4}[-/. ]/.test(day))) return 'YMD';
  if (parts.some(([first = 0]) => first > 12)) return 'DMY';
  return parts.some(([, second = 0]) => second > 12) ? 'MDY' : undefined;
}

/** The decimal sign of most amounts; undefined: they have no fractions. */
function decimalOf(amounts: readonly string[]): TypedMap['decimal'] | undefined {
  const ending = (sign: RegExp) => amounts.filter((amount) => sign.test(amount)).length;
  const [points, commas] = [ending(/\.\d{1,2}\)?$/), ending(/,\d{1,2}\)?$/)];
  if (points === 0 && commas === 0) return undefined;
  return commas > points ? ',' : '.';
}

/** The columns of a statement by the headings in its first lines; undefined: they name none. */
export function detectedMap(head: string): Partial<TypedMap> | undefined {
  const lines = head.split(/\r?\n/);
  for (const delimiter of delimiters) {
    const rows = lines.map((line) => cellsOf(line, delimiter));
    const at = rows.findIndex((cells) => isHead(columnsOf(cells)));
    if (at === -1) continue;
    const columns = columnsOf(rows[at] ?? []);
    const cell = (name: Name) => rows.slice(at + 1).map((cells) => cells[columns.get(name) ?? -1] ?? '');
    const typed = (name: Name) => String((columns.get(name) ?? -1) + 1 || '');
    const dateOrder = dateOrderOf(cell('date').filter((day) => day !== ''));
    const decimal = decimalOf([...cell('amount'), ...cell('debit')]);
    return {
      skip: String(at + 1),
      delimiter,
      ...Object.fromEntries(names.map((name) => [name, typed(name)])),
      ...(dateOrder === undefined ? {} : { dateOrder }),
      ...(decimal === undefined ? {} : { decimal }),
    };
  }
  return undefined;
}
