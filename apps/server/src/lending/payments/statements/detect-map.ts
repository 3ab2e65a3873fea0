import type { ColumnMap } from '@hiram/contract/console/bank-statement';
import { centsOf, dayOf, referenceOf } from './read-cells.ts';
import type { LineRules } from './read-line.ts';
import { type FileRecord, readRecords } from './read-records.ts';
import { readStatement } from './read-statement.ts';

/** Banks' headings of the columns, in English, Filipino and Indonesian. The first kind found among several headings counts. */
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
  sender: [/\b(sender|from|payer|remitter|pengirim|nagpadala)\b/i],
} as const;
type Name = keyof typeof headings;
type Columns = Readonly<Partial<Record<Name, number>>>;

const delimiters = [',', ';', '\t', '|'] as const;
/** Characters at the beginning of a file, and its lines, that decide how it is read. */
const headLength = 64 * 1024;
const sampleSize = 200;

export interface DetectedMap {
  readonly map: ColumnMap;
  readonly by: 'headings' | 'contents';
  /** True if the days allow one order alone. */
  readonly isDateOrderSure: boolean;
}

/** The usual form of days and amounts where the brand is. They count where the file itself does not say. */
export type UsualNotation = Pick<ColumnMap, 'dateOrder' | 'decimal'>;

/**
 * Finds the columns of a statement and how it is written, by its headings or else by what its cells contain. Undefined: no
 * column of days and amounts was found.
 */
export async function detectMap(
  text: string,
  rules: Omit<LineRules, 'map'>,
  usual: UsualNotation,
): Promise<DetectedMap | undefined> {
  const cut = text.lastIndexOf('\n', headLength);
  const head = text.length <= headLength || cut === -1 ? text : text.slice(0, cut);
  const readings: (readonly [ColumnMap['delimiter'], readonly FileRecord[]])[] = [];
  for (const delimiter of delimiters) {
    const records = await readRecords(head, delimiter);
    if (!('rejected' in records)) readings.push([delimiter, records.slice(0, sampleSize)]);
  }
  for (const [delimiter, records] of readings) {
    const at = records.findIndex(({ cells }) => isHead(namedColumns(cells)));
    if (at === -1) continue;
    const columns = namedColumns(records[at]?.cells ?? []);
    return noted(columns, { delimiter, skip: at + 1 }, records, usual, 'headings', rules);
  }
  for (const [delimiter, records] of readings) {
    const skip = records.findIndex(({ cells }) => cells.length > 2 && cells.some(isDay));
    if (skip === -1) continue;
    const found = noted(
      columnsByContents(records.slice(skip)),
      { delimiter, skip },
      records,
      usual,
      'contents',
      rules,
    );
    if (found) return found;
  }
  return undefined;
}

/** A heading names at least a day, and an amount or a reference. */
const isHead = ({ date, amount, debit, reference }: Columns) =>
  date !== undefined && (amount !== undefined || debit !== undefined || reference !== undefined);

function namedColumns(cells: readonly string[]): Columns {
  const columns: Partial<Record<Name, number>> = {};
  for (const name of Object.keys(headings) as Name[])
    for (const heading of headings[name]) {
      const assigned = Object.values(columns);
      const index = cells.findIndex((cell, at) => heading.test(cell) && !assigned.includes(at));
      if (index === -1) continue;
      columns[name] = index;
      break;
    }
  return columns;
}

const orders = ['YMD', 'DMY', 'MDY'] as const;
const isDay = (cell: string) => orders.some((order) => dayOf(cell.trim(), order) !== undefined);
/** An amount, not a number of an account: it has a fraction or few digits. */
const isAmount = (cell: string) =>
  /[.,]\d{1,2}\)?$|^[-+(]?\d{1,7}\)?$/.test(cell) &&
  (centsOf(cell, '.') !== undefined || centsOf(cell, ',') !== undefined);

/** Columns by what their cells contain. Days and references have one each; numbers are told apart by `noted`. */
function columnsByContents(records: readonly FileRecord[]): Columns {
  const width = Math.max(...records.map(({ cells }) => cells.length));
  const share = (at: number, fits: (cell: string) => boolean) =>
    records.filter(({ cells }) => fits((cells[at] ?? '').trim())).length / records.length;
  const all = Array.from({ length: width }, (_, at) => at);
  const date = all.find((at) => share(at, isDay) > 0.8);
  const numbers = all.filter(
    (at) => at !== date && share(at, isAmount) > 0 && share(at, isBlankOrAmount) > 0.9,
  );
  const words = all.filter((at) => at !== date && !numbers.includes(at));
  const reference = mostOf(words, (at) => share(at, (cell) => referenceOf(cell) !== ''));
  const sender = words.find(
    (at) => at !== reference && share(at, (cell) => /^[\p{L} .]+\*+/u.test(cell)) > 0.2,
  );
  const [amount, ...others] = numbers;
  // The last of several columns of numbers is the balance; the first of two before it is what went out.
  const [debit, credit] = others.length > 1 ? [amount, others[0]] : [undefined, amount];
  return defined({ date, reference, sender, amount: credit, debit, balance: others.at(-1) });
}

const isBlankOrAmount = (cell: string) => cell === '' || isAmount(cell);

const mostOf = (columns: readonly number[], share: (at: number) => number) =>
  [...columns].sort((one, other) => share(other) - share(one))[0];

const defined = (columns: Readonly<Record<string, number | undefined>>): Columns =>
  Object.fromEntries(Object.entries(columns).filter(([, at]) => at !== undefined));

/** The map of found columns, with the notation of their cells. Undefined: no day or no amount is among them. */
function noted(
  columns: Columns,
  file: Pick<ColumnMap, 'delimiter' | 'skip'>,
  records: readonly FileRecord[],
  usual: UsualNotation,
  by: DetectedMap['by'],
  rules: Omit<LineRules, 'map'>,
): DetectedMap | undefined {
  const { date, debit, balance, reference = date } = columns;
  // A file whose only column of amounts is called a debit has signed amounts in it.
  const amount = columns.amount ?? debit;
  if (date === undefined || amount === undefined || reference === undefined) return undefined;
  const below = records.slice(file.skip);
  const cellsOf = (at: number | undefined) =>
    at === undefined ? [] : below.map(({ cells }) => (cells[at] ?? '').trim()).filter((cell) => cell !== '');
  const { dateOrder, isSure } = dateOrderOf(cellsOf(date), rules.today, usual.dateOrder);
  const decimal = decimalOf([amount, debit, balance].flatMap(cellsOf), usual.decimal);
  const map = { ...columns, ...file, date, amount, reference, dateOrder, decimal };
  const { debit: _, ...signed } = map;
  const isPair = columns.amount !== undefined && debit !== undefined;
  return { map: runs(isPair ? map : signed, below, rules), by, isDateOrderSure: isSure };
}

/** The map, with what came in and what went out exchanged if the balance runs only so. */
function runs(map: ColumnMap, below: readonly FileRecord[], rules: Omit<LineRules, 'map'>): ColumnMap {
  if (map.debit === undefined || map.balance === undefined) return map;
  const exchanged = { ...map, amount: map.debit, debit: map.amount };
  const jumps = (one: ColumnMap) =>
    readStatement(below, { ...rules, map: { ...one, skip: 0 } }).balance?.jumps.length ?? 0;
  return jumps(exchanged) < jumps(map) ? exchanged : map;
}

/** The order of day, month and year that most days have; of several the one in which the days follow each other. */
function dateOrderOf(
  days: readonly string[],
  today: string,
  usual: ColumnMap['dateOrder'],
): { readonly dateOrder: ColumnMap['dateOrder']; readonly isSure: boolean } {
  const read = orders.map((order) => ({
    order,
    days: days.map((day) => dayOf(day, order)).filter((day) => day !== undefined && day <= today),
  }));
  const most = Math.max(...read.map((one) => one.days.length));
  const best = read.filter((one) => one.days.length === most);
  const follow = best.filter((one) => isSorted(one.days) || isSorted([...one.days].reverse()));
  const left = follow.length > 0 ? follow : best;
  const chosen = left.find(({ order }) => order === usual) ?? left[0];
  return { dateOrder: chosen?.order ?? usual, isSure: left.length === 1 };
}

const isSorted = (days: readonly (string | undefined)[]) =>
  days.every((day, at) => at === 0 || (days[at - 1] ?? '') <= (day ?? ''));

/** The notation in which most amounts can be read. */
function decimalOf(amounts: readonly string[], usual: ColumnMap['decimal']): ColumnMap['decimal'] {
  const readable = (sign: ColumnMap['decimal']) =>
    amounts.filter((amount) => centsOf(amount, sign) !== undefined).length;
  const [points, commas] = [readable('.'), readable(',')];
  if (points === commas) return usual;
  return points > commas ? '.' : ',';
}
