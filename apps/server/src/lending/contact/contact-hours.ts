import { addDays, type LocalDate } from '@hiram/loan';
import type { ContactLaw } from '../../brands/markets/contact-law.ts';
import type { ContactDays, ContactHours } from '../../brands/markets/laws.ts';
import type { ContactRules } from '../../brands/validation/brand-schema.ts';
import type { Holidays } from '../../brands/working-days.ts';
import { dayIn, hourIn } from '../../platform/clock/clock.ts';
import type {
  ContactChannel,
  ContactPurpose,
  StopKind,
} from '../../platform/database/schema/messages/contact-attempts.ts';

/** Reasons against a contact: a stop, the law, the brand's own hours, or the number of attempts. */
type ContactRefusal = StopKind | 'lawHours' | 'lawDay' | 'brandHours' | 'brandDay' | 'dayCap' | 'weekCap';

/** `from`: the first quarter of an hour in which it may be tried again; undefined if that cannot be foreseen. */
export type ContactAnswer =
  | { readonly ok: true }
  | { readonly ok: false; readonly why: ContactRefusal; readonly from?: Date };

/** A stop of a borrower. `channels`: null for those of its kind. */
interface Stop {
  readonly kind: StopKind;
  readonly channels: readonly ContactChannel[] | null;
  readonly since: Date;
  readonly until: Date | null;
}

/** The facts that decide if a borrower may be contacted. */
export interface ContactFacts {
  readonly law: ContactLaw;
  readonly rules: ContactRules;
  readonly holidays: Holidays;
  /** The zones in which the borrower may be; it must be allowed in each. */
  readonly zones: readonly string[];
  /** Days by which their loan is late; 0: not late. */
  readonly daysLate: number;
  /** True if they said that hours other than the law's suit them. */
  readonly hasConsent: boolean;
  readonly stops: readonly Stop[];
  /** Attempts for the same purpose in the last eight days. */
  readonly attempts: readonly Date[];
}

export interface ContactQuestion {
  readonly channel: ContactChannel;
  readonly purpose: ContactPurpose;
  /** True if a person makes the attempt. */
  readonly byPerson: boolean;
}

const quarterMs = 15 * 60_000;
const dayMs = 24 * 60 * 60_000;
/** The limit of the search for the next allowed moment. */
const horizonMs = 31 * dayMs;

const lastWeekday: Readonly<Record<ContactDays, number>> = {
  every: 7,
  mondayToSaturday: 6,
  mondayToFriday: 5,
};

/** Tells if a day is not one of the hours': a public holiday, or not a day of the week for it. */
export function isClosedOn(
  { days, onHolidays }: Pick<ContactHours, 'days' | 'onHolidays'>,
  holidays: Holidays,
  day: LocalDate,
): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  return weekday > lastWeekday[days] || (!onHolidays && holidays.has(day));
}

/** Tells if nobody is contacted on a day, by the law or by the brand's own rules. */
export function contactsNobody(
  { law, rules, holidays }: Pick<ContactFacts, 'law' | 'rules' | 'holidays'>,
  day: LocalDate,
): boolean {
  return [law.hours, rules].some((hours) => isClosedOn(hours, holidays, day));
}

/** Says whether hours are over or the day is not theirs; undefined within them. */
function outside(
  hours: ContactHours,
  zone: string,
  holidays: Holidays,
  moment: Date,
): 'Hours' | 'Day' | undefined {
  const day = dayIn(zone, moment);
  if (isClosedOn(hours, holidays, day)) return 'Day';
  const hour = hourIn(zone, moment);
  return hour < hours.from || hour >= hours.until ? 'Hours' : undefined;
}

/** The channels of a stop whose row names none; undefined: every channel. */
const stoppedChannels: Partial<Record<StopKind, readonly ContactChannel[]>> = {
  wrongPerson: ['call', 'sms'],
};
/** The stops that forbid what serves the borrower, too. */
const stopsService: readonly StopKind[] = ['deceased', 'wrongPerson'];

function stopOf(
  { stops }: ContactFacts,
  { channel, purpose }: ContactQuestion,
  moment: Date,
): StopKind | undefined {
  return stops.find(
    ({ kind, channels, since, until }) =>
      since <= moment &&
      (until === null || until > moment) &&
      (purpose !== 'service' || stopsService.includes(kind)) &&
      (channels ?? stoppedChannels[kind] ?? [channel]).includes(channel),
  )?.kind;
}

/** The cap that is reached on the borrower's day. Attempts that serve the borrower are not counted. */
function capOf(
  { rules, zones, attempts }: ContactFacts,
  { purpose }: ContactQuestion,
  moment: Date,
): 'dayCap' | 'weekCap' | undefined {
  if (purpose === 'service') return undefined;
  const cap = rules.caps[purpose];
  for (const zone of zones) {
    const day = dayIn(zone, moment);
    const weekStart = addDays(day, -6);
    const days = attempts.map((attempt) => dayIn(zone, attempt));
    if (days.filter((other) => other === day).length >= cap.day) return 'dayCap';
    if (days.filter((other) => other >= weekStart && other <= day).length >= cap.week) return 'weekCap';
  }
  return undefined;
}

function refusalAt(facts: ContactFacts, question: ContactQuestion, moment: Date): ContactRefusal | undefined {
  const stop = stopOf(facts, question, moment);
  if (stop) return stop;
  const { law, rules, zones, holidays, daysLate, hasConsent } = facts;
  // A person who reaches a late borrower asks for money, whatever the purpose says.
  if (question.purpose === 'service' && !(question.byPerson && daysLate > 0)) return undefined;
  const { unlessDaysLate = Number.POSITIVE_INFINITY, unlessConsent = false } = law.hours;
  const isFree = daysLate > unlessDaysLate || (unlessConsent && hasConsent);
  for (const zone of zones) {
    const byLaw = isFree ? undefined : outside(law.hours, zone, holidays, moment);
    if (byLaw) return `law${byLaw}`;
    const byBrand = outside(rules, zone, holidays, moment);
    if (byBrand) return `brand${byBrand}`;
  }
  return capOf(facts, question, moment);
}

/**
 * Answers whether a borrower may be contacted now, and if not, from when: not while a stop holds, within the hours of the law
 * and of the brand in the borrower's zone, and not more often than the brand's caps.
 */
export function contactAnswer(facts: ContactFacts, question: ContactQuestion, now: Date): ContactAnswer {
  const why = refusalAt(facts, question, now);
  if (!why) return { ok: true };
  const first = Math.floor(now.getTime() / quarterMs + 1) * quarterMs;
  for (let at = first; at <= now.getTime() + horizonMs; at += quarterMs) {
    const from = new Date(at);
    if (!refusalAt(facts, question, from)) return { ok: false, why, from };
  }
  return { ok: false, why };
}
