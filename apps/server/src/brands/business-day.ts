import type { LocalDate } from '@hiram/loan';
import type { Clock } from '../platform/clock/clock.ts';
import type { Db } from '../platform/database/connect.ts';
import type { Brand } from './brand.ts';

interface Places {
  readonly clock: Clock;
  readonly brands: ReadonlyMap<string, Brand>;
}

/** The day that it is now in the place of the lender's where it is latest. */
export async function latestBusinessDay(db: Db, { clock, brands }: Places): Promise<LocalDate> {
  const zones = new Set([...brands.values()].map((brand) => brand.timeZone));
  let last: LocalDate | undefined;
  for (const zone of zones) {
    const day = await clock.today(db, zone);
    if (last === undefined || day > last) last = day;
  }
  if (last === undefined) throw new Error('a lender has a brand');
  return last;
}

/**
 * A day that a provider told, for a brand whose day is `today`: after midnight at another of the lender's places it may be a
 * day that has not come here yet, and what it tells of has come. A day that has come nowhere stays what it is.
 */
export async function businessDayOf(
  db: Db,
  places: Places,
  told: LocalDate,
  today: LocalDate,
): Promise<LocalDate> {
  return told > today && told <= (await latestBusinessDay(db, places)) ? today : told;
}
