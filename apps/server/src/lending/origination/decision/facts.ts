import type { Facts } from '@hiram/decision';
import type { LocalDate } from '@hiram/loan';
import { isLocalDate } from '@hiram/loan/local-date';
import { sql } from 'kysely';
import type { Brand } from '../../../brands/brand.ts';
import type { AppContext } from '../../../context/app-context.ts';
import type { Db } from '../../../platform/database/connection/connect.ts';
import { ageOn } from '../../borrowers/age.ts';
import { matchingBlock } from '../../borrowers/blocks.ts';
import { type MarkKind, sharedMarksOf } from '../../borrowers/identity-marks.ts';
import { isSameName } from '../../borrowers/names.ts';
import { type Profile, profileOf } from '../../borrowers/profile.ts';
import { type BureauColumns, bureauColumns, bureauFacts, bureauJoin } from '../../bureau/bureau-reports.ts';
import {
  type IdentityColumns,
  identityColumns,
  identityFacts,
  identityJoin,
} from '../../identity/identity-check.ts';
import type { Order } from '../../loans/order-store.ts';
import type { ScreeningState } from '../../screening/screen.ts';
import { policyCode } from '../products.ts';
import type { Applicant } from './applicant.ts';
import { historyFacts } from './history-facts.ts';
import { monthlyInstalment } from './offer-options.ts';

/** What is known of an application: the facts that a policy reads, and the profile that a scorer is sent. */
export interface ApplicationFacts {
  readonly facts: Facts;
  readonly profile: Profile;
  /** The reason why the applicant is blocked, or will be; null: they are not. */
  readonly blocked: string | null;
}

/** Assembles the facts of an application. It changes nothing. */
export async function readFacts(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  {
    order,
    applicant,
    today,
  }: { readonly order: Order; readonly applicant: Applicant; readonly today: LocalDate },
): Promise<ApplicationFacts> {
  const { values } = applicant.certified;
  const profile = profileOf(values);
  const compared = await readCompared(trx, appContext, brand, { order, applicant });
  const blocked = applicant.borrower.blocked_reason ?? compared.block;
  const facts: Facts = {
    ...applicantFacts(profile, values, today),
    'applicant.blocked': blocked !== null,
    'loan.product': policyCode(applicant.product),
    'loan.amount': order.amount,
    'loan.termDays': order.terms.termDays,
    'loan.monthlyInstalment': monthlyInstalment(order.terms),
    ...(await historyFacts(trx, applicant.pastOrders, today)),
    ...identityFacts(compared),
    'identity.nameChanged': applicant.formerNames.some(
      (former) => profile.fullName === undefined || !isSameName(former, profile.fullName),
    ),
    ...factsAboutOthers(brand, compared),
    ...bureauFacts(appContext, compared),
  };
  return { facts, profile, blocked };
}

/** A whole number of a certified item; undefined for anything else. */
export const wholeNumber = (value: unknown): number | undefined => {
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

interface Compared extends IdentityColumns, BureauColumns {
  readonly shared: Partial<Record<MarkKind, number>> | null;
  readonly screening: ScreeningState;
  readonly block: string | null;
  readonly device_day: number;
  readonly device_week: number;
  readonly address_day: number;
  readonly address_week: number;
}

/**
 * Reads in one statement what concerns others too: other borrowers of the brand with the same document,
 * account, device, or name and birth date; what document, lists of persons, bureau and blocks say of the
 * borrower; and applications from the borrower's devices and from this one's network address before it, by
 * anybody, with this one.
 */
async function readCompared(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  { order, applicant }: { readonly order: Order; readonly applicant: Applicant },
): Promise<Compared> {
  const { borrower_id: borrowerId, applied_at: appliedAt } = order;
  const { values } = applicant.certified;
  const [day, week] = [24, 7 * 24].map((hours) => new Date(appliedAt.getTime() - hours * 3_600_000));
  const { rows } = await sql<Compared>`
    select (select jsonb_object_agg(kind, others)
        from (${sharedMarksOf(trx, { id: borrowerId, brand: brand.id })}) shared) as shared,
      screening_state(${borrowerId}) as screening, ${matchingBlock(appContext, brand, applicant.borrower, values)} as block,
      ${identityColumns(borrowerId)}, ${bureauColumns}, device.*, address.*
    from (
      select count(*) filter (where applied_at > ${day}) as device_day, count(*) as device_week from loan_order
      where brand = ${order.brand} and applied_at > ${week} and applied_at <= ${appliedAt} and borrower_id in (
        select other.borrower_id from identity_mark own
        join identity_mark other on other.brand = own.brand and other.kind = own.kind and other.digest = own.digest
        where own.borrower_id = ${borrowerId} and own.kind = 'device')
    ) device cross join (
      select count(*) filter (where other.applied_at > ${day}) as address_day, count(*) as address_week
      from application_address own
      join application_address other on other.brand = own.brand and other.digest = own.digest
        and other.applied_at <= own.applied_at and other.applied_at > ${week}
      where own.borrower_id = ${borrowerId} and own.order_id = ${order.id}
    ) address ${identityJoin(borrowerId)} ${bureauJoin(trx, appContext, brand, { borrowerId, values })}`.execute(
    trx,
  );
  const [row] = rows;
  if (!row) throw new Error('no row of an aggregate');
  return row;
}

/**
 * A borrower who was not compared with the lists in force has no such fact; those of the address are missing
 * once it is deleted by age.
 */
function factsAboutOthers(brand: Brand, compared: Compared): Facts {
  const { shared, screening, device_day, device_week, address_day, address_week } = compared;
  const others = (kind: MarkKind) => shared?.[kind] ?? 0;
  return {
    [sharedFactOf.document]: others('document'),
    [sharedFactOf.account]: others('account'),
    [sharedFactOf.device]: brand.identity.sharedDevice === 'ignore' ? 0 : others('device'),
    [sharedFactOf.person]: others('person'),
    ...(screening !== 'unscreened' && { 'screening.state': screening }),
    'velocity.deviceApplications24h': device_day,
    'velocity.deviceApplications7d': device_week,
    ...(address_week > 0 && {
      'velocity.addressApplications24h': address_day,
      'velocity.addressApplications7d': address_week,
    }),
  };
}
