import { type RawBuilder, sql } from 'kysely';
import { newId } from '../../ids.ts';

/** SQL: a new id for each row of a statement, with the time and the cell's mark that `newId` gives. */
export const newIdOfRow = (): RawBuilder<string> =>
  sql`(${newId().slice(0, 19)} || right(gen_random_uuid()::text, 17))::uuid`;
