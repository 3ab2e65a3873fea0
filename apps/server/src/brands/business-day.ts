import type { LocalDate } from '@hiram/loan';
import type { Clock } from '../platform/clock/clock.ts';
import type { Db } from '../platform/database/connection/connect.ts';
import type { Brand } from './brand.ts';

interface ClockAndBrands {
  readonly clock: Clock;
  readonly brands: ReadonlyMap<string, Brand>;
}

/** The latest current day in any brand's time zone. */
export async function latestBusinessDay(db: Db, { clock, brands }: ClockAndBrands): Promise<LocalDate> {
  const zones = new Set([...brands.values()].map((brand) => brand.timeZone));
  let last: LocalDate | undefined;
  for (const zone of zones) {
    const day = await clock.today(db, zone);
    if (last === undefined || day > last) last = day;
  }
  if (last === undefined) throw new Error('a lender has at least one brand');
  return last;
}

/**
 * Converts a provider's day for a brand whose day is `today`. After midnight in another brand's time zone the provider's day
 * may be ahead of `today`, although the event has happened: then it is `today`. A day that is ahead in every time zone is
 * returned unchanged.
 */
export async function businessDayOf(
  db: Db,
  context: ClockAndBrands,
  reported: LocalDate,
  today: LocalDate,
): Promise<LocalDate> {
  return reported > today && reported <= (await latestBusinessDay(db, context)) ? today : reported;
}
