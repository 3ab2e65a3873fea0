import { AsyncLocalStorage } from 'node:async_hooks';
import { listPageSize } from '@hiram/contract/console/list-calls';
import type { OfCells } from '@hiram/contract/console/of-cells';
import type { StaffCall } from '@hiram/contract/console/staff-call';
import * as v from 'valibot';

/** The place of a row in its list, and the cursor of the page that follows it. */
export interface RowPlace {
  readonly key: readonly (string | number)[];
  readonly cursor?: string;
}
interface NotedPlaces {
  /** The field of the answer that has the rows. */
  field: string;
  places: readonly RowPlace[];
  isDescending: boolean;
}

const noted = new AsyncLocalStorage<NotedPlaces>();

/** Notes the places of the rows of a page, where the page is merged with those of other cells. */
export function notePlaces<Row>(
  field: string,
  rows: readonly Row[],
  placeOf: (row: Row) => RowPlace,
  isDescending = false,
): void {
  const store = noted.getStore();
  if (store) Object.assign(store, { field, places: rows.map(placeOf), isDescending });
}

type Answer = Readonly<Record<string, unknown>>;
type Input = Readonly<Record<string, unknown>>;

/** What one cell answered to a call of a list, with the places of its rows. */
export interface CellPage {
  readonly answer: Answer;
  readonly noted: NotedPlaces;
}

/** Runs a handler and keeps the places that it notes. */
export async function readPage(run: () => Promise<object>): Promise<CellPage> {
  const own: NotedPlaces = { field: '', places: [], isDescending: false };
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
    const order = compareParts(String(part), String(other.key[index] ?? ''));
    if (order !== 0) return order;
  }
  return 0;
}

/** Merges one page of each cell into one page, in the order of the list. Throws if a list notes no places. */
export function mergePages(
  call: Pick<StaffCall, 'name' | 'output'>,
  input: Input,
  pages: readonly CellPage[],
): Answer {
  const size = typeof input.most === 'number' ? input.most : listPageSize;
  const field = pages[0]?.noted.field ?? '';
  const rows = pages.flatMap(({ answer, noted: { places } }) => {
    const own = answer[field];
    if (!Array.isArray(own) || places.length !== own.length)
      throw new Error(`${call.name} notes no places of its rows`);
    return own.map((row: unknown, index) => ({ row, place: places[index] ?? { key: [] } }));
  });
  const sign = pages.some(({ noted: { isDescending } }) => isDescending) ? -1 : 1;
  rows.sort((one, other) => comparePlaces(one.place, other.place) * sign);
  const page = rows.slice(0, size);
  const isMore =
    rows.length > size || pages.some(({ answer }) => answer.next !== undefined || answer.isLast === false);
  const others = pages
    .map(({ answer: { [field]: _rows, next: _next, ...rest } }) => rest)
    .reduce((sum, one) => addAnswers(call.output, sum, one));
  const end = 'isLast' in others ? { isLast: !isMore } : isMore ? { next: page.at(-1)?.place.cursor } : {};
  return { ...others, [field]: page.map(({ row }) => row), ...end };
}

/** What the contract says of a value: its schema, as far as merging needs it. */
interface Described {
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
  readonly item?: v.GenericSchema;
  readonly wrapped?: v.GenericSchema;
}

/** A schema, or that of what is optional. */
function unwrapped(schema: v.GenericSchema | undefined): (v.GenericSchema & Described) | undefined {
  const described: (v.GenericSchema & Described) | undefined = schema;
  return described?.wrapped ? unwrapped(described.wrapped) : described;
}

const ruleOf = (schema: v.GenericSchema | undefined): OfCells | undefined => {
  const found = unwrapped(schema);
  const { ofCells }: { ofCells?: OfCells } = found ? v.getMetadata(found) : {};
  return ofCells;
};

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What an item of an array is about: its texts, without those that have a rule. Its numbers are its figures. */
function aboutOf(schema: v.GenericSchema | undefined, item: unknown): string {
  if (!isAnswer(item)) return typeof item === 'string' ? item : '';
  const entries = unwrapped(schema)?.entries;
  const texts = Object.entries(item).filter(
    ([name, value]) => typeof value === 'string' && !ruleOf(entries?.[name]),
  );
  return texts.length === 0 ? '' : JSON.stringify(texts);
}

function addArrays(
  schema: v.GenericSchema | undefined,
  one: readonly unknown[],
  other: readonly unknown[],
): readonly unknown[] {
  const item = unwrapped(schema)?.item;
  if ([...one, ...other].every((each) => aboutOf(item, each) === ''))
    return Array.from({ length: Math.max(one.length, other.length) }, (_none, index) =>
      addValues(item, one[index], other[index]),
    );
  const sums = new Map<string, unknown>();
  for (const each of [...one, ...other])
    sums.set(aboutOf(item, each), addValues(item, sums.get(aboutOf(item, each)), each));
  const { by, most } = ruleOf(schema) ?? {};
  const items = [...sums.values()];
  if (!by) return items;
  return items.sort((a, b) => (by(a) < by(b) ? -1 : by(a) > by(b) ? 1 : 0)).slice(0, most);
}

function addValues(schema: v.GenericSchema | undefined, one: unknown, other: unknown): unknown {
  if (one === undefined || other === undefined) return one ?? other;
  const { merge } = ruleOf(schema) ?? {};
  if (merge) return merge(one, other);
  if (typeof one === 'number' && typeof other === 'number') return one + other;
  if (typeof one === 'boolean' && typeof other === 'boolean') return one || other;
  if (Array.isArray(one) && Array.isArray(other)) return addArrays(schema, one, other);
  if (isAnswer(one) && isAnswer(other)) return addAnswers(schema, one, other);
  return String(one) < String(other) ? one : other;
}

/**
 * Adds what two cells answered, field by field, as the contract says of each (`of-cells.ts`). Throws for
 * amounts of two currencies.
 */
export function addAnswers(schema: v.GenericSchema | undefined, one: Answer, other: Answer): Answer {
  if (one.currency !== undefined && other.currency !== undefined && one.currency !== other.currency)
    throw new Error(`${one.currency} and ${other.currency} are not added`);
  const entries = unwrapped(schema)?.entries;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...names].map((name) => [name, addValues(entries?.[name], one[name], other[name])]),
  );
}
