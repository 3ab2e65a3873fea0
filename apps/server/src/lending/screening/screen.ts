import type { BorrowerId, HitId } from '@hiram/contract/ids';
import { type Selectable, sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { ScreeningListName } from '../../platform/database/schema/borrowers/screening.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { newId } from '../../platform/ids.ts';
import { nameWords } from '../borrowers/names.ts';
import { type Certified, profileOf, readCertified, readProfile } from '../borrowers/profile.ts';
import { closeTask, openTask } from '../tasks.ts';

/** `unscreened`: not compared with the lists in force by the details that are saved now. */
export type ScreeningState = 'clear' | 'possible' | 'confirmed' | 'unscreened';

const hourMs = 3_600_000;

/** The borrower's `screening_state` in the database, by which it accepts or refuses a payout. */
export async function screeningState(db: Db, borrowerId: BorrowerId): Promise<ScreeningState> {
  const { rows } = await sql<{
    state: ScreeningState;
  }>`select screening_state(${borrowerId}) as state`.execute(db);
  return rows[0]?.state ?? 'unscreened';
}

/** Reports whether a match of the borrower with a list is open or confirmed: nothing of theirs is approved or paid. */
export async function isListed(db: Db, borrowerId: BorrowerId): Promise<boolean> {
  const state = await screeningState(db, borrowerId);
  return state === 'possible' || state === 'confirmed';
}

/** The year of birth that a person compares with a list's; undefined: the borrower gave no birth date. */
export async function birthYearOf(
  { cipher }: Pick<AppContext, 'cipher'>,
  db: Db,
  borrowerId: BorrowerId,
): Promise<number | undefined> {
  const { birthDate } = await readProfile(db, cipher, borrowerId);
  return birthDate === undefined ? undefined : Number(birthDate.slice(0, 4));
}

/** The newest import of any list; 0: there was none. */
export async function newestImport(db: Db): Promise<number> {
  const { id } = await db
    .selectFrom('screening_list')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  return id ?? 0;
}

/** Compares a borrower with the lists in force, in the caller's transaction, and returns what the database says of them. */
export async function screenBorrower(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  borrowerId: BorrowerId,
): Promise<ScreeningState> {
  const certified = await readCertified(trx, appContext, borrowerId);
  const screened = await lastScreening(trx, borrowerId);
  await compareWithLists(trx, appContext, brand, { borrowerId, certified, screened });
  return screeningState(trx, borrowerId);
}

/** With what a borrower was compared last. */
export type LastScreening = Pick<
  Selectable<Database['screening']>,
  'version' | 'person_digest' | 'screened_at'
>;

const lastScreening = (db: Db, borrowerId: BorrowerId): Promise<LastScreening | undefined> =>
  db
    .selectFrom('screening')
    .select(['version', 'person_digest', 'screened_at'])
    .where('borrower_id', '=', borrowerId)
    .executeTakeFirst();

/**
 * Compares a borrower's certified details with the lists in force, in the caller's transaction, and opens a
 * hit for each entry that may be the borrower. Entries with which the same name and birth date were compared
 * before are not compared again. A borrower without a certified name stays unscreened. `screened`: the last
 * comparison.
 */
export async function compareWithLists(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  {
    borrowerId,
    certified: { values, readAt: now, savedAt = now },
    screened,
  }: {
    readonly borrowerId: BorrowerId;
    readonly certified: Certified;
    readonly screened: LastScreening | undefined;
  },
): Promise<void> {
  const { fullName = '', birthDate } = profileOf(values);
  const folded = nameWords(fullName).join(' ');
  if (folded === '') return;
  const person = appContext.matcher.digest('person', brand.id, `screening ${folded} ${birthDate ?? ''}`);
  const before = screened?.person_digest.equals(person) ? screened : undefined;
  if (before && before.screened_at >= savedAt && before.version === (await holdLists(trx))) return;
  // One statement holds the lists and records with which of them this transaction compares.
  const compared = { person_digest: person, version: sql<number>`hold_screening_lists()`, screened_at: now };
  const { version } = await trx
    .insertInto('screening')
    .values({ borrower_id: borrowerId, brand: brand.id, ...compared })
    .onConflict((conflict) =>
      conflict.column('borrower_id').doUpdateSet((eb) => ({
        person_digest: person,
        version: eb.ref('excluded.version'),
        screened_at: now,
      })),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  const since = before?.version ?? 0;
  if (since === version) return;
  const entries = await entriesLike(trx, brand, { folded, birthDate, since });
  for (const entry of entries) await openHit(trx, brand, { borrowerId, entry, person, now });
  await endLeftHits(trx, borrowerId, now);
}

/** The newest import of any list; 0: there was none. No other one comes into force until the transaction ends. */
async function holdLists(trx: Db): Promise<number> {
  const { rows } = await sql<{ newest: number }>`select hold_screening_lists() as newest`.execute(trx);
  return rows[0]?.newest ?? 0;
}

interface Entry {
  readonly list: ScreeningListName | 'outside';
  readonly reference: string;
  readonly name: string;
  readonly birth_years: number[];
  readonly digest: Buffer;
  readonly likeness: number;
}

/** The entries of the lists in force, added after the import `since`, whose name and birth year are like the person's. */
async function entriesLike(
  trx: Db,
  { identity: { screening } }: Brand,
  {
    folded,
    birthDate,
    since,
  }: { readonly folded: string; readonly birthDate: string | undefined; readonly since: number },
): Promise<readonly Entry[]> {
  await sql`select set_config('pg_trgm.similarity_threshold', ${String(screening.likeness / 1000)}, true)`.execute(
    trx,
  );
  const year = birthDate === undefined ? null : Number(birthDate.slice(0, 4));
  const { rows } = await sql<Entry>`
    select list.list, entry.reference, entry.name, entry.birth_years, entry.digest,
      round(similarity(entry.folded, ${folded}) * 1000)::int as likeness
    from screening_entry entry join screening_list list on list.id = entry.list_id and list.superseded_at is null
    where (entry.folded % ${folded} or entry.folded = ${folded}) and entry.added_in > ${since}
      and (entry.birth_years = '{}' or ${year}::int is null or exists (
        select from unnest(entry.birth_years) born where abs(born - ${year}::int) <= ${screening.birthYears}))`.execute(
    trx,
  );
  return rows;
}

/**
 * Opens a hit, unless the same entry was decided for the same person before. An entry that came back to its
 * list is open again.
 */
export async function openHit(
  trx: Db,
  brand: Brand,
  {
    borrowerId,
    entry,
    person,
    now,
  }: {
    readonly borrowerId: BorrowerId;
    readonly entry: Entry;
    readonly person: Buffer;
    readonly now: Date;
  },
): Promise<void> {
  const { list, reference, name, birth_years, digest, likeness } = entry;
  const opened = await trx
    .insertInto('screening_hit')
    .values({
      borrower_id: borrowerId,
      id: newId<'hit'>(),
      brand: brand.id,
      list,
      reference,
      name,
      birth_years,
      entry_digest: digest,
      person_digest: person,
      likeness,
      found_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['borrower_id', 'entry_digest', 'person_digest'])
        .doUpdateSet({ state: 'open', decided_at: null })
        .where('screening_hit.state', '=', 'left'),
    )
    .returning('id')
    .executeTakeFirst();
  if (opened) await openHitTask(trx, brand, { borrowerId, hitId: opened.id, list, now });
}

/** The task of a person to decide a hit. */
async function openHitTask(
  trx: Db,
  brand: Brand,
  hit: { readonly borrowerId: BorrowerId; readonly hitId: HitId; readonly list: string; readonly now: Date },
): Promise<void> {
  const { borrowerId, hitId, list, now } = hit;
  await openTask(trx, {
    kind: 'screeningHit',
    subjectId: hitId,
    brand: brand.id,
    borrowerId,
    detail: list,
    dueAt: new Date(now.getTime() + brand.identity.screening.reviewHours * hourMs),
    now,
  });
}

/** Ends the undecided hits whose entry is on no list any more. */
async function endLeftHits(trx: Db, borrowerId: BorrowerId, now: Date): Promise<void> {
  const left = await trx
    .updateTable('screening_hit')
    .set({ state: 'left', decided_at: now })
    .where('borrower_id', '=', borrowerId)
    .where('state', '=', 'open')
    .where('list', '<>', 'outside')
    .where(
      sql<boolean>`not exists (
        select from screening_entry entry join screening_list list on list.id = entry.list_id and list.superseded_at is null
        where list.list = screening_hit.list and entry.reference = screening_hit.reference
          and entry.digest = screening_hit.entry_digest)`,
    )
    .returning('id')
    .execute();
  for (const { id } of left) await closeTask(trx, { kind: 'screeningHit', subjectId: id }, now);
}
