import type { BorrowerId, BureauReportId } from '@hiram/contract/ids';
import type { Facts } from '@hiram/decision';
import { sql } from 'kysely';
import * as v from 'valibot';
import type { Brand } from '../../brands/brand.ts';
import { brandOf } from '../../brands/brand-of.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { AppContext } from '../../context/app-context.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';
import type { BureauReport } from '../../providers/ports/bureau.ts';
import { documentsIn } from '../borrowers/identity-marks.ts';
import { nameWords } from '../borrowers/names.ts';
import { type Certified, certifiedValues, profileOf } from '../borrowers/profile.ts';
import type { Order } from '../loans/order-store.ts';

/** The stored part of a report, encrypted. */
const storedReport = v.object({
  found: v.boolean(),
  score: v.optional(v.number()),
  openLoans: v.optional(v.number()),
  maxDaysLate: v.optional(v.number()),
  monthlyDebtService: v.optional(v.number()),
});

const dayMs = 86_400_000;

/** A person as a bureau is asked about them. */
interface Subject {
  readonly name: string;
  readonly birthDate: string;
  readonly documents: readonly string[];
  readonly digest: Buffer;
}

/** The applicant; undefined without a certified name and birth date. */
function subjectOf(
  { matcher }: Pick<AppContext, 'matcher'>,
  brand: Brand,
  values: Certified['values'],
): Subject | undefined {
  const { fullName: name, birthDate } = profileOf(values);
  if (name === undefined || birthDate === undefined) return undefined;
  const documents = documentsIn(brand, values).map((mark) => mark.slice(mark.indexOf(' ') + 1));
  const folded = nameWords(name).join(' ');
  return {
    name,
    birthDate,
    documents,
    digest: matcher.digest('person', brand.id, `bureau ${folded} ${birthDate}`),
  };
}

/** The newest answered report about the same person that is not too old to be used again. */
function freshReport(
  db: Db,
  brand: Brand,
  {
    borrowerId,
    digest,
    now,
  }: { readonly borrowerId: BorrowerId; readonly digest: Buffer; readonly now: Date },
) {
  const oldest = new Date(now.getTime() - brand.retention.bureau * dayMs);
  return db
    .selectFrom('bureau_report')
    .select(['encrypted', 'asked_on'])
    .where('borrower_id', '=', borrowerId)
    .where('person_digest', '=', digest)
    .where('answered_at', 'is not', null)
    .where('asked_at', '>', oldest)
    .orderBy('asked_at', 'desc')
    .limit(1);
}

/**
 * Asks the bureau about the applicant of an order, unless a report of the last days about the same person is
 * there. The question's reference is stored first, so that every repetition is the same question. Throws
 * Unavailable if it does not answer.
 */
export async function askBureau(appContext: AppContext, order: Order): Promise<void> {
  const { bureau } = appContext.ports;
  if (!bureau) return;
  const brand = brandOf(appContext, order);
  const now = appContext.clock.now();
  const values = await certifiedValues(appContext.db, appContext.cipher, order.borrower_id);
  const subject = subjectOf(appContext, brand, values);
  if (!subject) return;
  const lookup = { borrowerId: order.borrower_id, digest: subject.digest, now };
  if (await freshReport(appContext.db, brand, lookup).executeTakeFirst()) return;
  // Nobody is asked about a person who did not agree to the application's documents.
  const consent = await appContext.db
    .selectFrom('agreement')
    .select('id')
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  if (!consent) return;
  const reference = await referenceOf(appContext, brand, order, subject);
  const report = await bureau.ask({
    reference,
    brand: brand.id,
    country: markets[brand.market].country,
    consent: consent.id,
    name: subject.name,
    birthDate: subject.birthDate,
    documents: subject.documents,
  });
  await storeReport(appContext, order, reference, report);
}

async function referenceOf(
  { db, clock }: AppContext,
  brand: Brand,
  order: Order,
  { digest }: Subject,
): Promise<BureauReportId> {
  await db
    .insertInto('bureau_report')
    .values({
      borrower_id: order.borrower_id,
      id: newId<'bureauReport'>(),
      brand: brand.id,
      order_id: order.id,
      person_digest: digest,
      asked_at: clock.now(),
      asked_on: await clock.today(db, brand.timeZone),
    })
    .onConflict((conflict) => conflict.columns(['order_id', 'person_digest']).doNothing())
    .execute();
  const { id } = await db
    .selectFrom('bureau_report')
    .select('id')
    .where('order_id', '=', order.id)
    .where('person_digest', '=', digest)
    .executeTakeFirstOrThrow();
  return id;
}

/** Stores the first answer to a question. A later one is kept in the log alone, for whoever reads the bureau's bill. */
async function storeReport(
  { db, cipher, clock, log }: AppContext,
  order: Order,
  id: BureauReportId,
  report: BureauReport,
): Promise<void> {
  const { bureauReference, price, ...kept } = report;
  const { numUpdatedRows } = await inTransaction(db, (trx) =>
    trx
      .updateTable('bureau_report')
      .set({
        answered_at: clock.now(),
        encrypted: cipher.encrypt(JSON.stringify(kept)),
        bureau_reference: bureauReference,
        price,
      })
      .where('borrower_id', '=', order.borrower_id)
      .where('id', '=', id)
      .where('answered_at', 'is', null)
      .executeTakeFirst(),
  );
  if (numUpdatedRows === 0n)
    log.warn({ order: order.id, report: id, bureauReference, price }, 'the bureau answered a question twice');
}

/** The report that the facts of the group `bureau` are made of, as columns; null: none is fresh. */
export interface BureauColumns {
  readonly report: Buffer | null;
  readonly report_asked_on: string | null;
}

export const bureauColumns = sql`bureau.encrypted as report, bureau.asked_on as report_asked_on`;

/** Joins the fresh report about the person as certified now. */
export function bureauJoin(
  db: Db,
  appContext: AppContext,
  brand: Brand,
  { borrowerId, values }: { readonly borrowerId: BorrowerId; readonly values: Certified['values'] },
) {
  const digest = subjectOf(appContext, brand, values)?.digest ?? Buffer.alloc(0);
  const report = freshReport(db, brand, { borrowerId, digest, now: appContext.clock.now() });
  return sql`left join lateral (${report}) bureau on true`;
}

/** The facts of the group `bureau`. All are missing without a fresh report. */
export function bureauFacts(
  { cipher }: Pick<AppContext, 'cipher'>,
  { report: encrypted, report_asked_on: askedOn }: BureauColumns,
): Facts {
  if (!encrypted || !askedOn) return {};
  const report = v.parse(storedReport, JSON.parse(cipher.decrypt(encrypted)));
  return {
    'bureau.found': report.found,
    'bureau.score': report.score,
    'bureau.openLoans': report.openLoans,
    'bureau.maxDaysLate': report.maxDaysLate,
    'bureau.monthlyDebtService': report.monthlyDebtService,
    'bureau.askedOn': askedOn,
  };
}

/** The facts of the fresh report about a borrower as certified now; the bureau is not asked. */
export async function knownBureauFacts(
  db: Db,
  appContext: Pick<AppContext, 'cipher' | 'clock' | 'matcher'>,
  brand: Brand,
  { borrowerId, values }: { readonly borrowerId: BorrowerId; readonly values: Certified['values'] },
): Promise<Facts> {
  const subject = subjectOf(appContext, brand, values);
  if (!subject) return {};
  const lookup = { borrowerId, digest: subject.digest, now: appContext.clock.now() };
  const found = await freshReport(db, brand, lookup).executeTakeFirst();
  return found ? bureauFacts(appContext, { report: found.encrypted, report_asked_on: found.asked_on }) : {};
}
