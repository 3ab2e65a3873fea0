import { sql } from 'kysely';

/**
 * The condition that a column of ids is one of many: as one parameter, since PostgreSQL plans a long list for
 * longer than it reads it.
 */
export const isAnyOf = (column: string, ids: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`;
