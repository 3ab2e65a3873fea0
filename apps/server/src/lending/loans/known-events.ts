import type { LocalDate } from '@hiram/loan';
import type { StoredEvent } from './order-store.ts';

/** The business day on which each event of an order became known, by event id. */
export type KnownOn = ReadonlyMap<string, LocalDate>;

/**
 * The days on which events became known. `postedOn`: the day of the journals that an event caused, which is
 * the business day of its arrival; `arrivedOn`: the day of its arrival, for an event that posted nothing. An
 * event is not known before an earlier one.
 */
export function knownDays(
  stored: readonly StoredEvent[],
  postedOn: ReadonlyMap<string, LocalDate>,
  arrivedOn: ReadonlyMap<string, LocalDate>,
): KnownOn {
  let latest: LocalDate | undefined;
  const days = new Map<string, LocalDate>();
  for (const { event } of stored) {
    const day = postedOn.get(event.id) ?? arrivedOn.get(event.id) ?? event.valueDate;
    latest = latest === undefined || day > latest ? day : latest;
    days.set(event.id, latest);
  }
  return days;
}

/** The events that were known at the end of a business day. */
export function knownAt(
  stored: readonly StoredEvent[],
  knownOn: KnownOn,
  day: LocalDate,
): readonly StoredEvent[] {
  return stored.filter(({ event }) => (knownOn.get(event.id) ?? day) <= day);
}
