import type { BorrowerId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { saveZone } from './time-zone.ts';

/**
 * `person`: the certified name with the birth date. Two people may share it: it is shown beside a decision
 * and refers nothing.
 */
export type MarkKind = 'document' | 'account' | 'device' | 'person';

/** Normalizes a document number to upper-case letters and digits. Undefined for fewer than 4 of them. */
export function normalDocument(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const compact = value
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return compact.length >= 4 ? compact : undefined;
}

/** The document numbers among certified values: the values of the form's masked items. */
export function documentsIn(brand: Brand, values: Readonly<Record<string, unknown>>): readonly string[] {
  const items = Object.values(brand.forms).flatMap((step) => step.items.filter((item) => item.masked));
  return items.flatMap(({ code }) => {
    const number = normalDocument(values[code]);
    return number === undefined ? [] : [`${code} ${number}`];
  });
}

/** The calling code of the Philippines or Indonesia, where a mobile number follows it. */
const callingCode = /^6[23](?=[89]\d{8})/;

/**
 * Normalizes an account to one text. A bank that accepts numbers of several lengths pads them with leading zeros, so leading
 * zeros are ignored. A wallet number is a phone number, the same at every wallet, with or without the calling code.
 */
export function accountMark(accountType: number, institution: string, number: string): string {
  const digits = number.replace(/^0+/, '');
  return accountType === 2 ? `wallet ${digits.replace(callingCode, '')}` : `${institution} ${digits}`;
}

/** Demo borrowers of the sandbox are exempt: one tester uses one phone, document and account for many borrowers. */
async function isDemo(trx: Db, borrowerId: BorrowerId): Promise<boolean> {
  const demo = await trx
    .selectFrom('sandbox_borrower')
    .select('borrower_id')
    .where('borrower_id', '=', borrowerId)
    .executeTakeFirst();
  return demo !== undefined;
}

/** Values of one kind that identify a borrower. */
interface Identifiers {
  readonly kind: MarkKind;
  readonly values: readonly string[];
}

/**
 * Records that the values belong to this borrower, in the caller's transaction. Concurrent transactions that
 * mark the same value run one after the other, so that the later one sees the earlier one's mark. `marks`:
 * those that are recorded, if they were read.
 */
export async function markIdentity(
  trx: Db,
  appContext: AppContext,
  borrower: {
    readonly id: BorrowerId;
    readonly brand: string;
    readonly marks?: readonly Buffer[] | undefined;
  },
  ...identifiers: readonly Identifiers[]
): Promise<void> {
  const marks = identifiers
    .flatMap(({ kind, values }) =>
      values.map((value) => ({ kind, digest: appContext.matcher.digest(kind, borrower.brand, value) })),
    )
    .filter(({ digest }) => !borrower.marks?.some((recorded) => recorded.equals(digest)))
    .sort((one, other) => Buffer.compare(one.digest, other.digest));
  if (marks.length === 0 || (appContext.config.sandbox && (await isDemo(trx, borrower.id)))) return;
  const locks = marks.map(({ digest }) => `identity ${digest.toString('hex')}`);
  // One after the other in the order of the digests, so that two transactions never wait for each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${locks}::text[]) name`.execute(
    trx,
  );
  const seen = { brand: borrower.brand, borrower_id: borrower.id, seen_at: appContext.clock.now() };
  await trx
    .insertInto('identity_mark')
    .values(marks.map((mark) => ({ ...seen, ...mark })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The certified name and birth date as one text, without accents, case and order of the words; none if either is missing. */
function personIn({ fullName, birthDate }: Readonly<Record<string, unknown>>): readonly string[] {
  if (typeof fullName !== 'string' || typeof birthDate !== 'string') return [];
  const words = fullName
    .normalize('NFKD')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return words === null ? [] : [`${words.sort().join(' ')} ${birthDate}`];
}

/** Records documents, name, birth date and time zone among a borrower's certified values. `recorded`: what is, if it was read. */
export async function markCertified(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  certified: {
    readonly borrowerId: BorrowerId;
    readonly values: Readonly<Record<string, unknown>>;
    readonly recorded?: { readonly marks: readonly Buffer[]; readonly timeZone: string | null };
  },
): Promise<void> {
  const { borrowerId, values, recorded } = certified;
  const borrower = { id: borrowerId, brand: brand.id, marks: recorded?.marks };
  await markIdentity(
    trx,
    appContext,
    borrower,
    { kind: 'document', values: documentsIn(brand, values) },
    { kind: 'person', values: personIn(values) },
  );
  await saveZone(trx, brand, borrowerId, { values, saved: recorded?.timeZone });
}

/** The marks of a borrower (`own`) beside the same marks of other borrowers of the brand (`other`). */
const othersOf = (db: Db, borrowerId: BorrowerId) =>
  db
    .selectFrom('identity_mark as own')
    .innerJoin('identity_mark as other', (join) =>
      join
        .onRef('other.brand', '=', 'own.brand')
        .onRef('other.kind', '=', 'own.kind')
        .onRef('other.digest', '=', 'own.digest')
        .onRef('other.borrower_id', '<>', 'own.borrower_id'),
    )
    .where('own.borrower_id', '=', borrowerId);

/**
 * The number, by kind of mark, of other borrowers of the brand who have one of this borrower's. A kind that
 * nobody shares is left out.
 */
export const sharedMarksOf = (db: Db, { id, brand }: { readonly id: BorrowerId; readonly brand: string }) =>
  othersOf(db, id)
    .select(['own.kind', sql<number>`count(distinct other.borrower_id)::int`.as('others')])
    .where('own.brand', '=', brand)
    .groupBy('own.kind');

/** Reports whether another borrower of the brand has this account. */
export async function isAccountShared(
  db: Db,
  appContext: AppContext,
  borrower: { readonly id: BorrowerId; readonly brand: string },
  account: string,
): Promise<boolean> {
  const other = await db
    .selectFrom('identity_mark')
    .select('borrower_id')
    .where('brand', '=', borrower.brand)
    .where('kind', '=', 'account')
    .where('digest', '=', appContext.matcher.digest('account', borrower.brand, account))
    .where('borrower_id', '<>', borrower.id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}
