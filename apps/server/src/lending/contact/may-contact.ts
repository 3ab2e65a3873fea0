import type { BorrowerId, ContactAttemptId, OrderId, StaffId } from '@hiram/contract/ids';
import { daysBetween, type LocalDate, localDate } from '@hiram/loan';
import { sql } from 'kysely';
import { brandOf } from '../../brands/brand-of.ts';
import { contactLaws, countryZones } from '../../brands/markets/contact-law.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { ContactChannel, ContactPurpose } from '../../platform/database/schema/contact-attempts.ts';
import { isAnyOf } from '../../platform/database/statements/is-any-of.ts';
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

/** Reads what decides about attempts, in the order of the requests. */
async function contactFacts(
  trx: Db,
  appContext: Context,
  requests: readonly ContactRequest[],
  now: Date,
): Promise<readonly ContactFacts[]> {
  const ids = [...new Set(requests.map(({ borrower }) => borrower))];
  const borrowers = await trx
    .selectFrom('borrower')
    .select(['id', 'brand', 'time_zone'])
    .where(isAnyOf('id', ids))
    .execute();
  const stops = await trx
    .selectFrom('contact_stopped')
    .select(['borrower_id', 'kind', 'channels', 'since', 'until'])
    .where(isAnyOf('borrower_id', ids))
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', now)]))
    .execute();
  const attempts = await trx
    .selectFrom('contact')
    .select(['borrower_id', 'purpose', 'started_at'])
    .where(isAnyOf('borrower_id', ids))
    .where('started_at', '>', new Date(now.getTime() - weekAndDayMs))
    // A message that no channel took reached nobody.
    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '<>', 'failed')]))
    .execute();
  const consents = await trx
    .selectFrom('consent')
    .select('borrower_id')
    .where(isAnyOf('borrower_id', ids))
    .where('kind', '=', 'anyHour')
    .where('withdrawn_at', 'is', null)
    .execute();
  const loans = await trx
    .selectFrom('loan_order')
    .select(['borrower_id', 'id', 'next_due_on'])
    .where(isAnyOf('borrower_id', ids))
    .where('status', 'in', ['active', 'dueSoon', 'overdue'])
    .execute();
  const borrowerOf = new Map(borrowers.map((row) => [row.id, row]));
  const of = <Row extends { readonly borrower_id: BorrowerId }>(rows: readonly Row[]) => {
    const byBorrower = Map.groupBy(rows, (row) => row.borrower_id);
    return (id: BorrowerId): readonly Row[] => byBorrower.get(id) ?? [];
  };
  const [stopsOf, attemptsOf, loansOf] = [of(stops), of(attempts), of(loans)];
  const consenting = new Set(consents.map((row) => row.borrower_id));
  const days = new Map<string, LocalDate>();
  const facts: ContactFacts[] = [];
  for (const { borrower: id, order, purpose } of requests) {
    const borrower = borrowerOf.get(id);
    if (!borrower) throw new Error(`the borrower ${id} does not exist`);
    const brand = brandOf(appContext, borrower);
    const { country } = markets[brand.market];
    const zone = borrower.time_zone;
    const dayZone = zone ?? brand.timeZone;
    const today = days.get(dayZone) ?? (await appContext.clock.dayOf(trx, dayZone, now));
    days.set(dayZone, today);
    const due = loansOf(id)
      .filter((loan) => order === undefined || loan.id === order)
      .flatMap(({ next_due_on }) => next_due_on ?? [])
      .map((on) => Math.max(0, daysBetween(localDate(on), today)));
    facts.push({
      law: contactLaws[country],
      rules: brand.contact,
      holidays: brand.holidays,
      zones: zone === null ? countryZones[country] : [zone],
      daysLate: Math.max(0, ...due),
      hasConsent: consenting.has(id),
      stops: stopsOf(id),
      attempts: attemptsOf(id)
        .filter((attempt) => attempt.purpose === purpose)
        .map((attempt) => attempt.started_at),
    });
  }
  return facts;
}

/**
 * Answers whether borrowers may be contacted now, in the order of the requests: market law in the borrower's zone, the brand's hours and
 * caps, stops. It changes nothing; an attempt is made by `startContacts` alone.
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
 * Records attempts in the caller's transaction, before they are made, unless the guard refuses them: one of a borrower at most. A message
 * counts as sent until its channel did not take it. Attempts of one borrower run one after the other, so that none exceeds a cap. Whoever
 * shows a number shows it after this, in the same transaction.
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
    requests.flatMap(({ borrower, isRecorded = true }) => (isRecorded ? borrower : [])),
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

/** Tells the database the country and the public holidays of a brand, by which it checks each attempt. */
export async function saveContactLaw(
  trx: Db,
  brand: {
    readonly id: string;
    readonly market: keyof typeof markets;
    readonly holidays: ReadonlySet<string>;
  },
): Promise<void> {
  const { country } = markets[brand.market];
  await trx
    .insertInto('contact_brand')
    .values({ brand: brand.id, country })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sql`insert into contact_holiday (brand, day) select ${brand.id}, unnest(${[...brand.holidays]}::date[])
    on conflict do nothing`.execute(trx);
}
