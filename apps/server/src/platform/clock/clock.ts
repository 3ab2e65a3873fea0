import { AsyncLocalStorage } from 'node:async_hooks';
import { addDays, type LocalDate, localDate } from '@hiram/loan';
import type { Db } from '../database/connection/connect.ts';

/** Two clocks: the business day for money, the machine's moment for sessions, codes and tickets. */
export interface Clock {
  /** The machine's moment. */
  now(): Date;
  /** The business day in the lender's time zone; the sandbox adds its offset. */
  today(db: Db, timeZone: string): Promise<LocalDate>;
  /**
   * Fixes the request's day from the sandbox's offset, which another statement has read, unless it is fixed:
   * `today` then reads nothing.
   */
  fixToday(timeZone: string, offsetDays: number): void;
  /** The business day of a provider's moment. A calendar day is returned unchanged. */
  dayOf(db: Db, timeZone: string, moment: LocalDate | Date): Promise<LocalDate>;
}

/** When something happens: the business day for money, the machine's moment for records. */
export interface Moment {
  readonly today: LocalDate;
  readonly now: Date;
}

/** The business days that the current request has read, by time zone. */
const requestDays = new AsyncLocalStorage<Map<string, Promise<LocalDate>>>();

/**
 * Runs one request's work. `today` reads the business day of a time zone once and returns the same day from then on, so that
 * all figures of a request belong to one day even if it runs past midnight.
 */
export function withFixedToday<Result>(work: () => Promise<Result>): Promise<Result> {
  return requestDays.run(new Map(), work);
}

const calendars = new Map<string, Intl.DateTimeFormat>();

const minuteMs = 60_000;
/** By time zone, the last minute that was asked for and its day: days begin with a minute. */
const lastDays = new Map<string, { readonly minute: number; readonly day: LocalDate }>();

/** The calendar day of a moment in a time zone. Formatters are cached: creating one costs more than a query. */
export function dayIn(timeZone: string, moment: Date): LocalDate {
  const minute = Math.floor(moment.getTime() / minuteMs);
  const last = lastDays.get(timeZone);
  if (last?.minute === minute) return last.day;
  const day = calendarDay(timeZone, moment);
  lastDays.set(timeZone, { minute, day });
  return day;
}

function calendarDay(timeZone: string, moment: Date): LocalDate {
  let calendar = calendars.get(timeZone);
  if (!calendar) {
    calendar = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
    calendars.set(timeZone, calendar);
  }
  return localDate(calendar.format(moment));
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The full hour of a moment by the clocks of a zone. */
export function hourIn(zone: string, moment: Date): number {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: zone });
    clocks.set(zone, clock);
  }
  return Number(clock.format(moment));
}

/** The moment at which a calendar day begins in a time zone, with the offset that applies on that day. */
export function startOfDay(timeZone: string, day: LocalDate): Date {
  const noon = Date.parse(`${day}T12:00:00Z`);
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(
    noon,
  );
  const offset = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign, hours, minutes] = /^GMT([+-])(\d{2}):(\d{2})$/.exec(offset) ?? [];
  const offsetMinutes = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1);
  return new Date(Date.parse(`${day}T00:00:00Z`) - offsetMinutes * 60_000);
}

/** The machine's clock. In the sandbox the business day is moved by the offset stored in the database. */
export function machineClock(sandbox: boolean, now: () => Date = () => new Date()): Clock {
  const dayOf: Clock['dayOf'] = async (db, timeZone, moment) => {
    if (!(moment instanceof Date)) return moment;
    const day = dayIn(timeZone, moment);
    if (!sandbox) return day;
    const { offset_days } = await db
      .selectFrom('business_clock')
      .select('offset_days')
      .executeTakeFirstOrThrow();
    return addDays(day, offset_days);
  };
  const today: Clock['today'] = (db, timeZone) => {
    const days = requestDays.getStore();
    const cached = days?.get(timeZone);
    if (cached) return cached;
    const day = dayOf(db, timeZone, now());
    days?.set(timeZone, day);
    // A failed read is not cached.
    day.catch(() => days?.delete(timeZone));
    return day;
  };
  const fixToday: Clock['fixToday'] = (timeZone, offsetDays) => {
    const days = requestDays.getStore();
    const day = dayIn(timeZone, now());
    if (!days?.has(timeZone)) days?.set(timeZone, Promise.resolve(sandbox ? addDays(day, offsetDays) : day));
  };
  return { now, dayOf, today, fixToday };
}
