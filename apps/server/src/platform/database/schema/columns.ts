/** Kinds of columns, by what is written and what is read. */
import type { ColumnType, Generated } from 'kysely';

/** An instant: a Date both ways. */
export type Instant = Date;
/** JSON: written as text, read as a value. */
export type Json = ColumnType<unknown, string, string>;
export type OptionalJson = ColumnType<unknown, string | null | undefined, string | null>;
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
export type Defaulted<T> = Generated<T>;
