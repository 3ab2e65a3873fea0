import {
  type FindKind,
  type FindWay,
  type Found,
  type findAnything,
  findable,
  findKinds,
  type LookedAt,
} from '@hiram/contract/console/find';
import { allBrands } from '@hiram/contract/console/rights';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';
import { type Named, named, namesInList } from '../access/personal-data/names.ts';
import { hasRight } from '../access/rights.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { type Forms, formsOf } from './forms.ts';
import { type FoundRow, lookups, maxPerKind } from './lookups.ts';
import { type PersonalWay, recordedSearch } from './recorded-search.ts';

/** The brands of the call in which the caller has the kind's right. A provider's message names no brand: it needs all. */
function brandsOf(kind: FindKind, { context, brand, rights }: StaffRequest): readonly string[] {
  const { right } = findable[kind];
  if (kind === 'message') return hasRight(rights, right, allBrands) ? [allBrands] : [];
  const called = brand === allBrands ? [...context.appContext.brands.keys()] : [brand];
  return called.filter((one) => hasRight(rights, right, one));
}

interface KindSearch extends Omit<LookedAt, 'hasMore'> {
  readonly queries: readonly RawBuilder<FoundRow>[];
}

function searchOf(kind: FindKind, forms: Forms, staffRequest: StaffRequest): KindSearch {
  const { right, ways } = findable[kind];
  const brands = brandsOf(kind, staffRequest);
  if (brands.length === 0) return { kind, right, state: 'mayNot', by: [], queries: [] };
  const by = ways.filter((way) => forms[way] !== undefined);
  const queries = by.flatMap((way) => lookups[kind][way]?.(forms[way] ?? [], brands) ?? []);
  return { kind, right, state: by.length > 0 ? 'searched' : 'notSuch', by, queries };
}

/** All lookups in one statement. */
async function look(db: Db, queries: readonly RawBuilder<FoundRow>[]): Promise<readonly FoundRow[]> {
  if (queries.length === 0) return [];
  const parts = queries.map((query) => sql`(${query})`);
  const { rows } = await sql<FoundRow>`select * from (${sql.join(parts, sql` union all `)})
    as found (kind, id, brand, title, borrower_id, order_id, state, amount, on_day, detail)`.execute(db);
  return rows;
}

/** Leaves out what several ways found, and what is too much of one kind. */
function shownRows(rows: readonly FoundRow[], kind: FindKind): { shown: FoundRow[]; hasMore: boolean } {
  const byId = new Map(rows.filter((row) => row.kind === kind).map((row) => [row.id, row]));
  return { shown: [...byId.values()].slice(0, maxPerKind), hasMore: byId.size > maxPerKind };
}

/** A borrower and an order are shown with the borrower's name. */
const namedOf = ({ kind, borrower_id: borrowerId, brand }: FoundRow): readonly Named[] =>
  borrowerId === null || (kind !== 'borrower' && kind !== 'order')
    ? []
    : [{ borrowerId, brand, place: 'loan' }];

function shown(row: FoundRow, nameOf: (whose: Named) => string | undefined): Found {
  return {
    kind: row.kind,
    id: row.id,
    brand: row.brand,
    title: row.title,
    ...(row.borrower_id === null ? {} : { borrowerId: row.borrower_id }),
    ...named(namedOf(row).map(nameOf)[0]),
    ...(row.order_id === null ? {} : { orderId: row.order_id }),
    ...(row.state === null ? {} : { state: row.state }),
    ...(row.amount === null ? {} : { amount: row.amount }),
    ...(row.on_day === null ? {} : { on: row.on_day }),
    ...(row.detail === null ? {} : { detail: row.detail }),
  };
}

const personalWays: readonly PersonalWay[] = ['number', 'lastFour'];

/** Finds what the text names, in every kind that the caller may see. */
export const find: StaffHandler<typeof findAnything> = async ({ text }, staffRequest) => {
  const { context, brand } = staffRequest;
  const { brands } = context.appContext;
  const called = [...brands.values()].filter(({ id }) => brand === allBrands || id === brand);
  const forms = formsOf(text, called);
  const searches = findKinds.map((kind) => searchOf(kind, forms, staffRequest));
  const queries = searches.flatMap((search) => search.queries);
  const searched = searches.flatMap(({ by }): readonly FindWay[] => by);
  const personal = personalWays.filter((way) => searched.includes(way));
  const result =
    personal.length === 0
      ? { rows: await look(staffRequest.db, queries) }
      : await recordedSearch(staffRequest, personal, (trx) => look(trx, queries));
  if ('rejected' in result) return result;
  const lists = searches.map(({ queries: _queries, ...search }) => {
    const { shown: rows, hasMore } = shownRows(result.rows, search.kind);
    return { rows, lookedAt: { ...search, hasMore } };
  });
  const nameOf = await namesInList(
    staffRequest,
    'find',
    lists.flatMap(({ rows }) => rows.flatMap(namedOf)),
  );
  return {
    found: lists.flatMap(({ rows }) => rows.map((row) => shown(row, nameOf))),
    lookedAt: lists.map(({ lookedAt }) => lookedAt),
  };
};
