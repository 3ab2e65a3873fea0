import { sql } from 'kysely';
import type { House } from '../house.ts';

/** How long what is only needed for a while is kept; the longest cap over it counts a day. */
const keptDays = { visitor: 2, one_time_code: 30, sign_in_try: 30 } as const;
const mostAtOnce = 5_000;
const hourMs = 60 * 60_000;

let lastAt = Number.NEGATIVE_INFINITY;

/**
 * Deletes visitors, codes and sign-in tries that have served their time: they hold numbers and addresses of people who may
 * long be gone. Once an hour in each server, some thousands at once; several servers do no harm.
 */
export async function prune(house: House): Promise<void> {
  const now = house.clock.now();
  if (now.getTime() - lastAt < hourMs) return;
  lastAt = now.getTime();
  for (const [table, days, column] of [
    ['visitor', keptDays.visitor, 'created_at'],
    ['one_time_code', keptDays.one_time_code, 'created_at'],
    ['sign_in_try', keptDays.sign_in_try, 'at'],
  ] as const) {
    const before = new Date(now.getTime() - days * 86_400_000);
    await sql`delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before} limit ${mostAtOnce}))`.execute(
      house.db,
    );
  }
}
