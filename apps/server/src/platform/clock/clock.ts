import { AsyncLocalStorage } from 'node:async_hooks';
import { addDays, type LocalDate, localDate } from '@hiram/loan';
import type { Db } from '../database/connect.ts';

/** Two clocks: the business's day for money, the machine's moment for sessions, codes and tickets. */
export interface Clock {
  /** The machine's moment. */
  now(): Date;
  /** The business's day in the lender's time zone, moved on by the sandbox's offset. */
  today(db: Db, timeZone: string): Promise<LocalDate>;
  /** The business's day of a moment that somebody else's clock told; a day stays what it is. */
  dayOf(db: Db, timeZone: string, when: LocalDate | Date): Promise<LocalDate>;
}

/** The days that the work under way has asked for, by time zone. */
const askedDays = new AsyncLocalStorage<Map<string, Promise<LocalDate>>>();

/**
 * Does one request's work: `today` asks for the day of a place once and answers the same from then on, so that the request's
 * figures are of one day even where it passes midnight.
 */
export function withOneToday<Result>(work: () => Promise<Result>): Promise<Result> {
  return askedDays.run(new Map(), work);
}

const calendars = new Map<string, Intl.DateTimeFormat>();

/** The calendar day of a moment in a time zone. One formatter a zone: making one costs more than a query. */
export function dayIn(timeZone: string, moment: Date): LocalDate {
  let calendar = calendars.get(timeZone);
  if (!calendar) {
    calendar = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
    calendars.set(timeZone, calendar);
  }
  return localDate(calendar.format(moment));
}

/** The moment at which a calendar day begins in a time zone, wherever its clocks stand then. */
export function startOfDay(timeZone: string, day: LocalDate): Date {
  const noon = Date.parse(`${day}T12:00:00Z`);
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(
    noon,
  );
  const offset = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign, hours, minutes] = /^GMT([+-])(\d{2}):(\d{2})$/.exec(offset) ?? [];
  const ahead = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1);
  return new Date(Date.parse(`${day}T00:00:00Z`) - ahead * 60_000);
}

/** The machine's clock; in the sandbox the business's day is moved on by the offset that the database keeps. */
export function machineClock(sandbox: boolean, now: () => Date = () => new Date()): Clock {
  const dayOf: Clock['dayOf'] = async (db, timeZone, when) => {
    if (!(when instanceof Date)) return when;
    const day = dayIn(timeZone, when);
    if (!sandbox) return day;
    const { offset_days } = await db
      .selectFrom('business_clock')
      .select('offset_days')
      .executeTakeFirstOrThrow();
    return addDays(day, offset_days);
  };
  const today: Clock['today'] = (db, timeZone) => {
    const known = askedDays.getStore();
    const before = known?.get(timeZone);
    if (before) return before;
    const day = dayOf(db, timeZone, now());
    known?.set(timeZone, day);
    // What could not be asked is asked again.
    day.catch(() => known?.delete(timeZone));
    return day;
  };
  return { now, dayOf, today };
}
