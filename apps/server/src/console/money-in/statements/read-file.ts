import { type ColumnMap, columnMap, type importStatement } from '@hiram/contract/console/bank-statement';
import type { StaffInput, StaffRejectionOf } from '@hiram/contract/console/staff-call';
import * as v from 'valibot';
import { brandOf } from '../../../brands/brand-of.ts';
import type { Market } from '../../../brands/markets/markets.ts';
import { markets } from '../../../brands/markets/markets.ts';
import { decodeStatement } from '../../../lending/payments/statements/decode-statement.ts';
import {
  type DetectedMap,
  detectMap,
  type UsualNotation,
} from '../../../lending/payments/statements/detect-map.ts';
import type { LineRules } from '../../../lending/payments/statements/read-line.ts';
import { type FileRecord, readRecords } from '../../../lending/payments/statements/read-records.ts';
import { type ReadStatement, readStatement } from '../../../lending/payments/statements/read-statement.ts';
import { type Rejection, reject } from '../../../platform/errors/rejection.ts';
import type { StaffRequest } from '../../access/serve-staff.ts';
import { actionScope } from '../../actions/scope.ts';

type Input = StaffInput<typeof importStatement>;
type Reason = StaffRejectionOf<typeof importStatement>;

/** Days and amounts as banks of the country write them, where a file itself does not say. */
const usualNotation: Readonly<Record<Market['currency'], UsualNotation>> = {
  PHP: { dateOrder: 'MDY', decimal: '.' },
  INR: { dateOrder: 'DMY', decimal: '.' },
  IDR: { dateOrder: 'DMY', decimal: ',' },
};

/** Lines at the beginning of a file, and of those above its headings, in which its account's number can stand. */
const maxTitleLines = 20;
/** The last digits of an account by which a file's name is known to be of it. */
const lastDigits = 4;
/** So many lines of a hundred may be faulty before the columns of former files are no longer taken. */
const maxFaultyShare = 0.1;

/** A file that was read, and how it was understood. */
export interface ReadFile {
  readonly account: string;
  readonly accountBy: 'chosen' | 'number' | 'only';
  readonly encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
  readonly map: ColumnMap;
  readonly mapBy: 'chosen' | 'saved' | DetectedMap['by'];
  readonly isDateOrderSure: boolean;
  readonly records: readonly FileRecord[];
  readonly statement: ReadStatement;
}

/** Reads a bank's file: its encoding, its account, its columns, then its lines. A rejection names the line and the column. */
export async function readFile(input: Input, request: StaffRequest): Promise<ReadFile | Rejection<Reason>> {
  const decoded = decodeStatement(Buffer.from(input.content, 'base64'));
  if (!('text' in decoded)) return reject('mixedEncoding', { field: 'content', values: decoded });
  const { text, encoding } = decoded;
  const account = accountOf(input, text, request);
  if ('rejected' in account) return account;
  const { currency } = markets[brandOf(request.context.appContext, request).market];
  const { today } = await actionScope(request);
  const rules = { currency, today };
  const detected = await detectMap(text, rules, usualNotation[currency]);
  const saved = input.map ? undefined : await savedMap(request, account.account);
  for (const map of [input.map, saved, detected?.map]) {
    if (!map) continue;
    const records = await readRecords(text, map.delimiter);
    if ('rejected' in records) {
      if (map === saved) continue;
      return reject(records.rejected, {
        field: 'content',
        ...('line' in records ? { values: { line: records.line } } : {}),
      });
    }
    const statement = readStatement(records, { ...rules, map }, new Set(input.corrected));
    if (map === saved && !fits(statement)) continue;
    const undivided = undividedLine(records, map);
    if (undivided) return reject('wrongSeparator', { field: 'map.delimiter', values: undivided });
    const mapBy = map === input.map ? 'chosen' : map === saved ? 'saved' : (detected?.by ?? 'contents');
    const isDateOrderSure = mapBy === 'chosen' || mapBy === 'saved' || (detected?.isDateOrderSure ?? false);
    return { ...account, encoding, map, mapBy, isDateOrderSure, records, statement };
  }
  return reject('chooseColumns', { field: 'map' });
}

/** The account of the file: the chosen one, the one whose number it names, or the only one. */
function accountOf(
  { account, fileName }: Input,
  text: string,
  { brand, context }: StaffRequest,
): Pick<ReadFile, 'account' | 'accountBy'> | Rejection<Reason> {
  const transfers = context.appContext.brands.get(brand)?.transfers ?? [];
  if (account !== undefined) {
    if (!transfers.some(({ number }) => number === account))
      return reject('unknownAccount', { field: 'account' });
    return { account, accountBy: 'chosen' };
  }
  const titles = text
    .split(/\r\n?|\n/, maxTitleLines)
    .join('\n')
    .replace(/[\s-]/g, '');
  const named = transfers.filter(
    ({ account: number }) =>
      titles.includes(number.replace(/\D/g, '')) ||
      (fileName.match(/\d+/g) ?? []).some((digits) => digits === number.slice(-lastDigits)),
  );
  const [first] = named;
  if (first && named.length === 1) return { account: first.number, accountBy: 'number' };
  const [only] = transfers;
  if (only && transfers.length === 1) return { account: only.number, accountBy: 'only' };
  return reject('chooseAccount', { field: 'account' });
}

async function savedMap({ db, brand }: StaffRequest, account: string): Promise<ColumnMap | undefined> {
  const row = await db
    .selectFrom('statement_map')
    .select('map')
    .where('brand', '=', brand)
    .where('account', '=', account)
    .executeTakeFirst();
  const saved = v.safeParse(columnMap, row?.map);
  return saved.success ? saved.output : undefined;
}

/** Reports whether the columns of former files read this one too. */
function fits({ lines, outgoing, faulty, balance }: ReadStatement): boolean {
  const read = lines.length + outgoing.length;
  return read > 0 && faulty <= (read + faulty) * maxFaultyShare && (balance?.jumps.length ?? 0) === 0;
}

/** The first line below the headings that the separator does not divide, if it divides none of them. */
function undividedLine(
  records: readonly FileRecord[],
  { skip, delimiter, date }: LineRules['map'],
): Readonly<Record<string, string | number>> | undefined {
  const below = records.slice(skip);
  const [first] = below;
  if (!first || below.some(({ cells }) => cells.length > 1)) return undefined;
  return { line: first.lineNo, separator: delimiter === '\t' ? 'a tab' : `“${delimiter}”`, column: date + 1 };
}
