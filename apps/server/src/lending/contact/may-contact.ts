import type { BorrowerId, ContactAttemptId, OrderId, StaffId } from '@hiram/contract/ids';
import { daysBetween, type LocalDate } from '@hiram/loan';
import { sql } from 'kysely';
import { brandOf } from '../../brands/brand-of.ts';
import { contactLaws, countryZones } from '../../brands/markets/contact-law.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connect.ts';
import type { ContactChannel, ContactPurpose } from '../../platform/database/schema/contact-attempts.ts';
import { newId } from '../../platform/ids.ts';
import { borrowerById, lockBorrower } from '../borrowers/borrower-store.ts';
import { type ContactAnswer, type ContactFacts, contactAnswer } from './contact-hours.ts';

/** The author of an attempt. An agency's attempts are made by a person of it. */
export type ContactBy =
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

/** Reads what decides about an attempt. */
async function contactFacts(
  trx: Db,
  appContext: Context,
  { borrower: id, order, purpose }: ContactRequest,
  now: Date,
): Promise<ContactFacts> {
  const borrower = await borrowerById(trx, id);
  const brand = brandOf(appContext, borrower);
  const { country } = markets[brand.market];
  const zone = borrower.time_zone;
  const zones = zone === null ? countryZones[country] : [zone];
  const today = await appContext.clock.dayOf(trx, zone ?? brand.timeZone, now);
  const stops = await trx
    .selectFrom('contact_stopped')
    .select(['kind', 'channels', 'since', 'until'])
    .where('borrower_id', '=', id)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', now)]))
    .execute();
  const attempts = await trx
    .selectFrom('contact')
    .select('started_at')
    .where('borrower_id', '=', id)
    .where('purpose', '=', purpose)
    .where('started_at', '>', new Date(now.getTime() - weekAndDayMs))
    // A message that no channel took reached nobody.
    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '<>', 'failed')]))
    .execute();
  const consent = await trx
    .selectFrom('consent')
    .select('kind')
    .where('borrower_id', '=', id)
    .where('kind', '=', 'anyHour')
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  let due = trx
    .selectFrom('loan_order')
    .select((eb) => eb.fn.min<LocalDate | null>('next_due_on').as('on'))
    .where('borrower_id', '=', id)
    .where('status', 'in', ['active', 'dueSoon', 'overdue']);
  if (order !== undefined) due = due.where('id', '=', order);
  const { on } = await due.executeTakeFirstOrThrow();
  return {
    law: contactLaws[country],
    rules: brand.contact,
    holidays: brand.holidays,
    zones,
    daysLate: on === null ? 0 : Math.max(0, daysBetween(on, today)),
    hasConsent: consent !== undefined,
    stops,
    attempts: attempts.map((attempt) => attempt.started_at),
  };
}

/**
 * Answers whether a borrower may be contacted now: market law in the borrower's zone, the brand's hours and caps, stops. It changes
 * nothing; an attempt is made by `startContact` alone.
 */
export async function mayContact(
  trx: Db,
  appContext: Context,
  request: ContactRequest,
  now: Date,
): Promise<ContactAnswer> {
  const { channel, purpose, by } = request;
  const facts = await contactFacts(trx, appContext, request, now);
  return contactAnswer(facts, { channel, purpose, byPerson: by.kind !== 'system' }, now);
}

/**
 * Records an attempt in the caller's transaction, before it is made, unless the guard refuses it. Attempts of one borrower run one
 * after the other, so that none exceeds a cap. Whoever shows a number shows it after this, in the same transaction.
 */
export async function startContact(
  trx: Db,
  appContext: Context,
  request: ContactRequest,
  now: Date,
): Promise<Extract<ContactAnswer, { ok: false }> | { readonly ok: true; readonly id: ContactAttemptId }> {
  await lockBorrower(trx, request.borrower);
  const answer = await mayContact(trx, appContext, request, now);
  if (!answer.ok) return answer;
  const { borrower, order, channel, purpose, by } = request;
  const id: ContactAttemptId = newId();
  await trx
    .insertInto('contact')
    .values({
      borrower_id: borrower,
      id,
      order_id: order ?? null,
      channel,
      purpose,
      by_kind: by.kind,
      staff_id: by.kind === 'system' ? null : by.staffId,
      agency_id: by.kind === 'agency' ? by.agencyId : null,
      started_at: now,
    })
    .execute();
  return { ok: true, id };
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
