import type { BorrowerId, ContactAttemptId, OrderId, StaffId } from '@hiram/contract/ids';
import { daysBetween, type LocalDate, localDate } from '@hiram/loan';
import { sql } from 'kysely';
import { brandOf } from '../../brands/brand-of.ts';
import { contactLaws, countryZones } from '../../brands/markets/contact-law.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type {
  ContactChannel,
  ContactPurpose,
  StopKind,
} from '../../platform/database/schema/messages/contact-attempts.ts';
import { tableOf } from '../../platform/database/statements/table-of.ts';
import { newId } from '../../platform/ids.ts';
import { lockBorrowers } from '../borrowers/borrower-store.ts';
import { type ContactAnswer, type ContactFacts, contactAnswer } from './contact-hours.ts';

/** The author of an attempt. An agency's attempts are made by a person of it. */
type ContactBy =
  | { readonly kind: 'system' }
  | { readonly kind: 'staff'; readonly staffId: StaffId }
  | { readonly kind: 'agency'; readonly staffId: StaffId; readonly agencyId: string };

export interface ContactRequest {
  readonly borrower: BorrowerId;
  /** The loan that it is about; undefined: every loan of the borrower. */
  readonly order?: OrderId;
  readonly channel: ContactChannel;
  readonly purpose: ContactPurpose;
  readonly by: ContactBy;
}

const weekAndDayMs = 8 * 24 * 60 * 60_000;

type Context = Pick<AppContext, 'brands' | 'clock'>;

interface FactRow extends Pick<ContactFacts, 'hasConsent' | 'attempts'> {
  readonly at: number;
  readonly brand: string;
  readonly zone: string | null;
  readonly dueOn: string | null;
  readonly stops: readonly {
    readonly kind: StopKind;
    readonly channels: ContactFacts['stops'][number]['channels'];
    readonly since: string;
    readonly until: string | null;
  }[];
}

/** Reads what decides about attempts with one statement, in the order of the requests. */
async function contactFacts(
  trx: Db,
  appContext: Context,
  requests: readonly ContactRequest[],
  now: Date,
): Promise<readonly ContactFacts[]> {
  const request = requests.map(({ borrower, order = null, purpose }, at) => ({
    at,
    borrower_id: borrower,
    order_id: order,
    purpose,
  }));
  // A message that no channel took reached nobody: it is no attempt, unless it is on its way to one again.
  const { rows } = await sql<FactRow>`
    select request.at, borrower.brand, borrower.time_zone as zone,
      (select min(next_due_on) from loan_order where borrower_id = borrower.id and status in ('active', 'dueSoon', 'overdue')
        and (request.order_id is null or id = request.order_id)) as "dueOn",
      exists (select from consent where borrower_id = borrower.id and kind = 'anyHour' and withdrawn_at is null) as "hasConsent",
      array(select started_at from contact where borrower_id = borrower.id and purpose = request.purpose
        and started_at > ${new Date(now.getTime() - weekAndDayMs)}
        and (outcome is distinct from 'failed' or exists (select from delivery
          where delivery.borrower_id = borrower.id and contact_id = contact.id and state = 'sending'))) as attempts,
      (select coalesce(jsonb_agg(stop), '[]') from (select kind, channels, since, until from contact_stopped
        where borrower_id = borrower.id and (until is null or until > ${now})) stop) as stops
    from ${tableOf('request', request, { int: ['at'], uuid: ['borrower_id', 'order_id'], text: ['purpose'] })}
    join borrower on borrower.id = request.borrower_id order by request.at`.execute(trx);
  if (rows.length < requests.length) throw new Error('a borrower does not exist');
  const days = new Map<string, LocalDate>();
  const facts: ContactFacts[] = [];
  for (const { zone, dueOn, hasConsent, attempts, stops, ...borrower } of rows) {
    const brand = brandOf(appContext, borrower);
    const { country } = markets[brand.market];
    const dayZone = zone ?? brand.timeZone;
    const today = days.get(dayZone) ?? (await appContext.clock.dayOf(trx, dayZone, now));
    days.set(dayZone, today);
    facts.push({
      law: contactLaws[country],
      rules: brand.contact,
      holidays: brand.holidays,
      zones: zone === null ? countryZones[country] : [zone],
      daysLate: dueOn === null ? 0 : Math.max(0, daysBetween(localDate(dueOn), today)),
      hasConsent,
      stops: stops.map(({ since, until, ...stop }) => ({
        ...stop,
        since: new Date(since),
        until: until === null ? null : new Date(until),
      })),
      attempts,
    });
  }
  return facts;
}

/**
 * Answers whether borrowers may be contacted now, in the order of the requests: market law in the borrower's
 * zone, the brand's hours and caps, stops. It changes nothing; an attempt is made by `startContacts` alone.
 */
export async function mayContact(
  trx: Db,
  appContext: Context,
  requests: readonly ContactRequest[],
  now: Date,
): Promise<readonly ContactAnswer[]> {
  if (requests.length === 0) return [];
  const facts = await contactFacts(trx, appContext, requests, now);
  return facts.map((fact, at) => {
    const { channel, purpose, by } = requests[at] as ContactRequest;
    return contactAnswer(fact, { channel, purpose, byPerson: by.kind !== 'system' }, now);
  });
}

/** A refusal, or an allowance with the attempt if one was recorded. */
export type StartedContact =
  | Extract<ContactAnswer, { ok: false }>
  | { readonly ok: true; readonly id: ContactAttemptId | undefined };

/** `isRecorded: false`: it is asked whether it may be made, as it repeats another or does not count. */
export type NewContact = ContactRequest & { readonly isRecorded?: boolean };

/**
 * Records attempts in the caller's transaction, before they are made, unless the guard refuses them: one of a
 * borrower at most. A message counts as sent until its channel did not take it. Attempts of one borrower run
 * one after the other, so that none exceeds a cap. Whoever shows a number shows it after this, in the same
 * transaction.
 */
export async function startContacts(
  trx: Db,
  appContext: Context,
  requests: readonly NewContact[],
  now: Date,
): Promise<readonly StartedContact[]> {
  if (requests.length === 0) return [];
  await lockBorrowers(
    trx,
    requests.flatMap(({ borrower, purpose, isRecorded = true }) =>
      isRecorded || purpose !== 'service' ? borrower : [],
    ),
  );
  const answers = await mayContact(trx, appContext, requests, now);
  const started = answers.map(
    (answer, at): StartedContact =>
      answer.ok ? { ok: true, id: requests[at]?.isRecorded === false ? undefined : newId() } : answer,
  );
  const rows = started.flatMap((answer, at) => {
    if (!answer.ok || answer.id === undefined) return [];
    const { borrower, order, channel, purpose, by } = requests[at] as NewContact;
    return {
      borrower_id: borrower,
      id: answer.id,
      order_id: order ?? null,
      channel,
      purpose,
      by_kind: by.kind,
      staff_id: by.kind === 'system' ? null : by.staffId,
      agency_id: by.kind === 'agency' ? by.agencyId : null,
    };
  });
  if (rows.length > 0)
    await sql`insert into contact (borrower_id, id, order_id, staff_id, agency_id, channel, purpose, by_kind, started_at, outcome,
        outcome_at)
      select attempt.*, ${now}, case by_kind when 'system' then 'sent' end,
        case by_kind when 'system' then ${now}::timestamptz end
      from ${tableOf('attempt', rows, {
        uuid: ['borrower_id', 'id', 'order_id', 'staff_id', 'agency_id'],
        text: ['channel', 'purpose', 'by_kind'],
      })}`.execute(trx);
  return started;
}

/** Attempts to collect on the borrower's day, and on that day with the six before it: without messages that no channel took. */
export async function attemptsOf(db: Db, borrower: BorrowerId, now: Date) {
  const { rows } = await sql<{ today: number; week: number }>`
    select count(*) filter (where on_day = day)::integer as today, count(*)::integer as week
    from contact cross join lateral (select (${now}::timestamptz at time zone zone)::date as day) here
    where borrower_id = ${borrower} and purpose = 'collection' and outcome is distinct from 'failed'
      and on_day between day - 6 and day`.execute(db);
  return rows[0] ?? { today: 0, week: 0 };
}

/** Tells the database the country and the public holidays of a brand, by which it checks each attempt. */
export async function saveContactLaw(
  trx: Db,
  brand: {
    readonly id: string;
    readonly market: keyof typeof markets;
    readonly holidays: ReadonlyMap<string, string>;
  },
): Promise<void> {
  const { country } = markets[brand.market];
  await trx
    .insertInto('contact_brand')
    .values({ brand: brand.id, country })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sql`insert into contact_holiday (brand, day) select ${brand.id}, unnest(${[...brand.holidays.keys()]}::date[])
    on conflict do nothing`.execute(trx);
}
