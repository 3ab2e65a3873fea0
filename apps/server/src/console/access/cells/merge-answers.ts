import { AsyncLocalStorage } from 'node:async_hooks';
import { listPageSize, spreadParts } from '@hiram/contract/console/list-calls';
import { maxPortfolioLoans } from '@hiram/contract/console/portfolio';

/** The place of a row in its list, and the cursor of the page that follows it. */
export interface RowPlace {
  readonly key: readonly string[];
  readonly cursor?: string;
}
interface NotedPlaces {
  places: readonly RowPlace[];
  isDescending: boolean;
}

const noted = new AsyncLocalStorage<NotedPlaces>();

/** Notes the places of the rows of a page, where the page is merged with those of other cells. */
export function notePlaces(places: readonly RowPlace[], isDescending: boolean): void {
  const store = noted.getStore();
  if (store) Object.assign(store, { places, isDescending });
}

type Answer = Readonly<Record<string, unknown>>;
type Input = Readonly<Record<string, unknown>>;

/** A list that says only whether more follows: where its rows are, and what orders them. */
interface PlainList {
  readonly rows: string;
  readonly place?: (row: Answer) => readonly unknown[];
  readonly isDescending?: (input: Input) => boolean;
  /** The field that says that more follows, and what it says then. */
  readonly more?: readonly [field: string, value: boolean];
}

const called: readonly unknown[] = ['promiseBroken', 'promiseToday'];
const never = () => false;
const always = () => true;

const plainLists: Readonly<Record<string, PlainList>> = {
  listApprovals: {
    rows: 'approvals',
    place: ({ approvalId }) => [approvalId],
    isDescending: ({ state }) => state !== 'forMe',
  },
  listDifferences: { rows: 'differences', place: ({ day, differenceId }) => [day, differenceId] },
  listHeldPayments: { rows: 'payments', place: ({ paymentId }) => [paymentId] },
  listLateLoans: {
    rows: 'rows',
    place: ({ bucket, expected }) => [
      called.includes(bucket) ? called.indexOf(bucket) : called.length,
      -Number(expected),
    ],
    more: ['hasMore', true],
  },
  listMessages: { rows: 'messages', place: ({ receivedAt, messageId }) => [receivedAt, messageId] },
  listSettlements: { rows: 'settlements', place: ({ journalId }) => [journalId], isDescending: always },
  listStatementLines: { rows: 'lines', place: ({ lineId }) => [lineId] },
  listTransfers: { rows: 'transfers', place: ({ transferId }) => [transferId] },
  listTrail: { rows: 'entries' },
};

/** What one cell answered to a call of a list, with the places of its rows. */
export interface CellPage {
  readonly answer: Answer;
  readonly noted: NotedPlaces;
}

/** Runs a handler and keeps the places that it notes. */
export async function readPage(run: () => Promise<object>): Promise<CellPage> {
  const own: NotedPlaces = { places: [], isDescending: false };
  const answer = await noted.run(own, run);
  return { answer: { ...answer }, noted: own };
}

const isWhole = (text: string) => /^-?\d+$/.test(text);

function compareParts(one: string, other: string): number {
  if (isWhole(one) && isWhole(other)) {
    const [a, b] = [BigInt(one), BigInt(other)];
    return a < b ? -1 : a > b ? 1 : 0;
  }
  return one < other ? -1 : one > other ? 1 : 0;
}

function comparePlaces(one: RowPlace, other: RowPlace): number {
  for (const [index, part] of one.key.entries()) {
    const order = compareParts(part, other.key[index] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}

/** Merges one page of each cell into one page, in the order of the list. Throws if a list notes no places. */
export function mergePages(name: string, input: Input, pages: readonly CellPage[]): Answer {
  const list: PlainList = plainLists[name] ?? { rows: 'rows' };
  const [moreField, moreValue] = list.more ?? ['isLast', false];
  const size = typeof input.most === 'number' ? input.most : listPageSize;
  const rows = pages.flatMap(({ answer, noted: { places } }) => {
    const own = answer[list.rows];
    if (!Array.isArray(own)) throw new Error(`${name} answers no ${list.rows}`);
    if (!list.place && places.length !== own.length) throw new Error(`${name} notes no places of its rows`);
    return own.map((row: Answer, index) => {
      const place = list.place ? { key: list.place(row).map(String) } : places[index];
      return { row, place: place ?? { key: [] } };
    });
  });
  const isDescending = list.place
    ? (list.isDescending ?? never)(input)
    : pages.some(({ noted: { isDescending: is } }) => is);
  rows.sort((one, other) => comparePlaces(one.place, other.place) * (isDescending ? -1 : 1));
  const page = rows.slice(0, size);
  const isMore =
    rows.length > size ||
    pages.some(({ answer }) => answer.next !== undefined || answer[moreField] === moreValue);
  const others = pages
    .map(({ answer: { [list.rows]: _rows, next: _next, [moreField]: _more, ...rest } }) => rest)
    .reduce((sum, one) => addAnswers(sum, one));
  const end = list.place
    ? { [moreField]: isMore ? moreValue : !moreValue }
    : isMore && page.at(-1)?.place.cursor !== undefined
      ? { next: page.at(-1)?.place.cursor }
      : {};
  return { ...others, [list.rows]: page.map(({ row }) => row), ...end };
}

/** What is a thing or a limit, not a figure: the same in two cells is one. */
const things = new Set([
  'found',
  'approvers',
  'agencies',
  'collectors',
  'products',
  'policies',
  'paused',
  'stop',
  'stopped',
  'max',
  'maxAmount',
  'maxFirstLoans',
]);

/** The orders of arrays whose items come from several cells, by their names; any other keeps the order in which they came. */
const orders: Readonly<Record<string, (item: Answer) => string | number>> = {
  days: ({ day }) => String(day),
  flows: ({ day }) => String(day),
  vintages: ({ month }) => String(month),
  first: ({ month }) => String(month),
  accounts: ({ code, account }) => String(code ?? account),
  rows: ({ visits }) => -Number(visits),
  prefixes: ({ used, sent }) => Number(used) - Number(sent),
  loans: ({ principal }) => -Number(principal),
};
/** What a call shows of an array at most. */
const most: Readonly<Record<string, number>> = { loans: maxPortfolioLoans };

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What an item of an array is about: its texts, without last moments. Its numbers are its figures. */
const aboutOf = (item: unknown): string =>
  isAnswer(item)
    ? JSON.stringify(
        Object.entries(item).filter(([name, value]) => typeof value === 'string' && !name.startsWith('last')),
      )
    : typeof item === 'string'
      ? item
      : '';

function addArrays(one: readonly unknown[], other: readonly unknown[], name: string): readonly unknown[] {
  if (things.has(name) && ![...one, ...other].some(isAnswer))
    return [...new Set([...one, ...other])].sort((a, b) => (String(a) < String(b) ? -1 : 1));
  if ([...one, ...other].every((item) => aboutOf(item) === '' || aboutOf(item) === '[]')) {
    const longer = Math.max(one.length, other.length);
    return Array.from({ length: longer }, (_none, index) => addValues(one[index], other[index], name));
  }
  const sums = new Map(one.map((item) => [aboutOf(item), item]));
  for (const item of other) {
    const about = aboutOf(item);
    const former = sums.get(about);
    sums.set(about, former === undefined || things.has(name) ? item : addValues(former, item, name));
  }
  const order = orders[name];
  const items = [...sums.values()];
  if (!order || !items.every(isAnswer)) return items;
  return items.sort((a, b) => (order(a) < order(b) ? -1 : order(a) > order(b) ? 1 : 0)).slice(0, most[name]);
}

/** What is neither added nor chosen field by field, by its name. */
const together: Readonly<Record<string, (one: Answer, other: Answer) => Answer>> = {
  /** The later one as a whole. */
  lastClosed: (one, other) => (String(one.at) > String(other.at) ? one : other),
  /** The parts of two ranges as parts of the range of both: the values of a part are taken to be in its middle. */
  spread(one, other) {
    const low = Math.min(Number(one.low), Number(other.low));
    const high = Math.max(Number(one.high), Number(other.high));
    const counts = Array.from({ length: spreadParts }, () => 0);
    for (const each of [one, other]) {
      const [from, width] = [Number(each.low), (Number(each.high) + 1 - Number(each.low)) / spreadParts];
      for (const [index, count] of (each.counts as readonly number[]).entries()) {
        const middle = from + (index + 0.5) * width;
        const part = Math.min(spreadParts - 1, Math.floor(((middle - low) / (high + 1 - low)) * spreadParts));
        counts[part] = (counts[part] ?? 0) + count;
      }
    }
    return { low, high, counts };
  },
  /** Without the expectation of a cell that has something due, the sum has none. */
  forecast(one, other) {
    const isUnknown = ({ due, expected }: Answer) =>
      expected === undefined && (due as readonly number[]).some((amount) => amount !== 0);
    const { expected, ...rest } = addAnswers(one, other);
    return expected === undefined || isUnknown(one) || isUnknown(other) ? rest : { ...rest, expected };
  },
};

function addValues(one: unknown, other: unknown, name: string): unknown {
  if (one === undefined || other === undefined) return one ?? other;
  if (typeof one === 'number' && typeof other === 'number')
    return things.has(name) ? Math.max(one, other) : one + other;
  if (typeof one === 'boolean' && typeof other === 'boolean') return one || other;
  if (Array.isArray(one) && Array.isArray(other)) return addArrays(one, other, name);
  if (isAnswer(one) && isAnswer(other))
    return things.has(name) ? one : (together[name] ?? addAnswers)(one, other);
  if (typeof one !== 'string' || typeof other !== 'string') return one;
  // Of a last moment the later one holds; what is known through a day is known through the earlier one.
  return (name.startsWith('last') ? one > other : one < other) ? one : other;
}

/**
 * Adds what two cells answered: numbers are added, items of arrays that are about the same thing become one. Throws for amounts of
 * two currencies.
 */
export function addAnswers(one: Answer, other: Answer): Answer {
  if (one.currency !== undefined && other.currency !== undefined && one.currency !== other.currency)
    throw new Error(`${one.currency} and ${other.currency} are not added`);
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...names].map((name) => [name, addValues(one[name], other[name], name)]));
}
