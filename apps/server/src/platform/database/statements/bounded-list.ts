import { sql } from 'kysely';

/** An operator's list has at most so many entries, and says the number of all. */
export const maxListed = 200;

/** The number of all rows that a bounded statement finds, in each of its rows. */
export const countOfAll = sql<number>`count(*) over ()::int`.as('total');
