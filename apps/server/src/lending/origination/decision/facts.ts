import type { Facts } from '@hiram/decision';
import type { LocalDate } from '@hiram/loan';
import { isLocalDate } from '@hiram/loan/local-date';
import { sql } from 'kysely';
import type { Brand } from '../../../brands/brand.ts';
import type { AppContext } from '../../../context/app-context.ts';
import type { Db } from '../../../platform/database/connection/connect.ts';
import { ageOn } from '../../borrowers/age.ts';
import { type MarkKind, sharedMarksOf } from '../../borrowers/identity-marks.ts';
import { isSameName } from '../../borrowers/names.ts';
import { type Certified, namesIn, type Profile, profileOf } from '../../borrowers/profile.ts';
import { bureauFacts } from '../../bureau/bureau-reports.ts';
import { identityFacts } from '../../identity/identity-check.ts';
import type { Order } from '../../loans/order-store.ts';
import type { ScreeningState } from '../../screening/screen.ts';
import { historyFacts } from './history-facts.ts';
import { monthlyInstalment } from './offer-options.ts';

/** An applicant as known: the facts that a policy reads, and the profile that a scorer is sent. */
export interface Applicant {
  readonly facts: Facts;
  readonly profile: Profile;
}

/** Assembles the facts of an application from the database as of now. It changes nothing. */
export async function readApplicant(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  {
    order,
    product,
    today,
    values,
    isBlocked,
  }: {
    readonly order: Order;
    readonly product: string;
    readonly today: LocalDate;
    readonly values: Certified['values'];
    readonly isBlocked: boolean;
  },
): Promise<Applicant> {
  const profile = profileOf(values);
  const facts: Facts = {
    ...applicantFacts(profile, values, today),
    'applicant.blocked': isBlocked,
    'loan.product': product,
    'loan.amount': order.amount,
    'loan.termDays': order.terms.termDays,
    'loan.monthlyInstalment': monthlyInstalment(order.terms),
    ...(await historyFacts(trx, { borrowerId: order.borrower_id, orderId: order.id, today })),
    ...(await identityFacts(trx, order.borrower_id)),
    ...(await factsAboutOthers(trx, appContext, brand, { order, name: profile.fullName })),
    ...(await bureauFacts(trx, appContext, brand, { borrowerId: order.borrower_id, values })),
  };
  return { facts, profile };
}

const wholeNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
};

const dayIn = (value: unknown): LocalDate | undefined =>
  typeof value === 'string' && isLocalDate(value) ? value : undefined;

function applicantFacts(
  profile: Profile,
  values: Readonly<Record<string, unknown>>,
  today: LocalDate,
): Facts {
  const { birthDate, nationality, monthlyIncome } = profile;
  const { employment, employedSince, dependants } = values;
  const since = dayIn(employedSince);
  return {
    'applicant.age': birthDate === undefined ? undefined : ageOn(birthDate, today),
    'applicant.citizenship': nationality,
    'applicant.capacity': profile.fullCapacity,
    'applicant.address': profile.permanentAddress,
    'applicant.income': wholeNumber(monthlyIncome),
    'applicant.employment': typeof employment === 'string' ? employment : undefined,
    'applicant.monthsEmployed': since && monthsBetween(since, today),
    'applicant.dependants': wholeNumber(dependants),
  };
}

function monthsBetween(from: LocalDate, to: LocalDate): number {
  const months = (day: LocalDate) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return Math.max(0, months(to) - months(from) - (to.slice(8) < from.slice(8) ? 1 : 0));
}

const sharedFactOf = {
  document: 'identity.sharedDocument',
  account: 'identity.sharedAccount',
  device: 'identity.sharedDevice',
  person: 'identity.samePerson',
} as const satisfies Record<MarkKind, string>;

/**
 * In one statement: other borrowers of the brand with the same document, account, device, or name and birth date; whether the borrower
 * had certified another name since their first application; the lists of persons, where a borrower who was not compared with those in
 * force has no such fact; and applications from the borrower's devices and from this one's network address before it, by anybody, with
 * this one. Those of the address are missing once it is deleted by age.
 */
async function factsAboutOthers(
  trx: Db,
  { cipher }: Pick<AppContext, 'cipher'>,
  brand: Brand,
  { order, name }: { readonly order: Order; readonly name: string | undefined },
): Promise<Facts> {
  const { borrower_id: borrowerId } = order;
  const since = (hours: number) => new Date(order.applied_at.getTime() - hours * 3_600_000);
  const byDevice = trx
    .selectFrom('loan_order')
    .select((eb) => [
      eb.fn.countAll<string>().filterWhere('applied_at', '>', since(24)).as('deviceDay'),
      eb.fn.countAll<string>().as('deviceWeek'),
    ])
    .where('brand', '=', order.brand)
    .where('applied_at', '>', since(7 * 24))
    .where('applied_at', '<=', order.applied_at)
    .where((eb) =>
      eb(
        'borrower_id',
        'in',
        eb
          .selectFrom('identity_mark as own')
          .innerJoin('identity_mark as other', (join) =>
            join
              .onRef('other.brand', '=', 'own.brand')
              .onRef('other.kind', '=', 'own.kind')
              .onRef('other.digest', '=', 'own.digest'),
          )
          .select('other.borrower_id')
          .where('own.borrower_id', '=', order.borrower_id)
          .where('own.kind', '=', 'device'),
      ),
    );
  const byAddress = trx
    .selectFrom('application_address as own')
    .innerJoin('application_address as other', (join) =>
      join
        .onRef('other.brand', '=', 'own.brand')
        .onRef('other.digest', '=', 'own.digest')
        .onRef('other.applied_at', '<=', 'own.applied_at'),
    )
    .select((eb) => [
      eb.fn.countAll<string>().filterWhere('other.applied_at', '>', since(24)).as('addressDay'),
      eb.fn.countAll<string>().as('addressWeek'),
    ])
    .where('own.borrower_id', '=', order.borrower_id)
    .where('own.order_id', '=', order.id)
    .where('other.applied_at', '>', since(7 * 24));
  const { deviceDay, deviceWeek, addressDay, addressWeek, shared, former, screening } = await trx
    .selectFrom(byDevice.as('device'))
    .innerJoin(byAddress.as('address'), (join) => join.onTrue())
    .selectAll()
    .select([
      sql<Partial<Record<MarkKind, number>> | null>`(select jsonb_object_agg(kind, others)
        from (${sharedMarksOf(trx, { id: borrowerId, brand: brand.id })}) shared)`.as('shared'),
      sql<Buffer[]>`array(select encrypted from profile_history where borrower_id = ${borrowerId}
        and replaced_at >= (select min(applied_at) from loan_order where borrower_id = ${borrowerId}))`.as(
        'former',
      ),
      sql<ScreeningState>`screening_state(${borrowerId})`.as('screening'),
    ])
    .executeTakeFirstOrThrow();
  const others = (kind: MarkKind) => shared?.[kind] ?? 0;
  return {
    [sharedFactOf.document]: others('document'),
    [sharedFactOf.account]: others('account'),
    [sharedFactOf.device]: brand.identity.sharedDevice === 'ignore' ? 0 : others('device'),
    [sharedFactOf.person]: others('person'),
    'identity.nameChanged': namesIn(cipher, former).some(
      (formerName) => name === undefined || !isSameName(formerName, name),
    ),
    ...(screening !== 'unscreened' && { 'screening.state': screening }),
    'velocity.deviceApplications24h': Number(deviceDay),
    'velocity.deviceApplications7d': Number(deviceWeek),
    ...(Number(addressWeek) > 0 && {
      'velocity.addressApplications24h': Number(addressDay),
      'velocity.addressApplications7d': Number(addressWeek),
    }),
  };
}
