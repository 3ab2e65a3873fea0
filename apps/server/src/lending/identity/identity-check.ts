import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { BorrowerId, IdentityCheckId, PictureId } from '@hiram/contract/ids';
import type { Facts } from '@hiram/decision';
import type { LocalDate } from '@hiram/loan';
import { type Selectable, sql, type Updateable } from 'kysely';
import * as v from 'valibot';
import type { Brand } from '../../brands/brand.ts';
import { hasBack, numberItemOf } from '../../brands/markets/identity-documents.ts';
import type { AppContext } from '../../context/app-context.ts';
import { readStored } from '../../pictures/store-picture.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { newId } from '../../platform/ids.ts';
import type { IdentityAnswer, ReadDocument } from '../../providers/ports/identity.ts';
import { markIdentity, normalDocument } from '../borrowers/identity-marks.ts';
import { nameWords } from '../borrowers/names.ts';
import { type Certified, certifiedValues, readCertified } from '../borrowers/profile.ts';
import { contradictionsOf } from './compare.ts';

export type IdentityCheck = Selectable<Database['identity_check']>;

/** The result of the database's `identity_state` for a borrower, by which it accepts or refuses a payout. */
export type IdentityState = 'notAsked' | 'none' | 'open' | 'verified' | 'failed' | 'unclear';

export const pictureParts = ['front', 'back', 'selfie'] as const;
export type PicturePart = (typeof pictureParts)[number];
export const columnOf = { front: 'front_id', back: 'back_id', selfie: 'selfie_id' } as const;

const readSchema = v.object({
  name: v.optional(v.string()),
  number: v.optional(v.string()),
  birthDate: v.optional(v.string()),
  expiry: v.optional(v.string()),
  mrz: v.optional(v.array(v.string())),
});

/** Stores whether the brand asks for documents, as the database needs it for payouts. */
export async function saveIdentityAsked(trx: Db, brand: Brand, now: Date): Promise<void> {
  if (brand.identity.documents.length === 0) {
    await trx.deleteFrom('identity_asked').where('brand', '=', brand.id).execute();
    return;
  }
  await trx
    .insertInto('identity_asked')
    .values({ brand: brand.id, asked_since: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function identityState(db: Db, borrowerId: BorrowerId): Promise<IdentityState> {
  const { rows } = await sql<{ state: IdentityState }>`select identity_state(${borrowerId}) as state`.execute(
    db,
  );
  return rows[0]?.state ?? 'none';
}

/** Reports whether the borrower may be paid as far as their identity is concerned. */
export async function isIdentified(db: Db, borrowerId: BorrowerId): Promise<boolean> {
  const state = await identityState(db, borrowerId);
  return state === 'notAsked' || state === 'verified';
}

/** The pictures that a check of this kind of document needs. */
export const neededParts = (brand: Brand, kind: string): readonly PicturePart[] => [
  'front',
  ...(hasBack(kind) ? (['back'] as const) : []),
  ...(brand.identity.selfie ? (['selfie'] as const) : []),
];

/** The check that counts: the newest that was sent. */
export function currentCheck(db: Db, borrowerId: BorrowerId): Promise<IdentityCheck | undefined> {
  return checkThatCounts(db, borrowerId).executeTakeFirst();
}

/** As `currentCheck`, and waits for a person who decides it at this moment. */
const lockCurrent = (trx: Db, borrowerId: BorrowerId): Promise<IdentityCheck | undefined> =>
  checkThatCounts(trx, borrowerId).forUpdate().executeTakeFirst();

const checkThatCounts = (db: Db, borrowerId: BorrowerId) =>
  db
    .selectFrom('identity_check')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .where('state', 'not in', ['draft', 'superseded']);

/** The check that the borrower has begun and not sent. */
export function draftCheck(db: Db, borrowerId: BorrowerId): Promise<IdentityCheck | undefined> {
  return db
    .selectFrom('identity_check')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .where('state', '=', 'draft')
    .executeTakeFirst();
}

/**
 * Begins a check of a kind of document, in the transaction that locks the borrower. A check of the same kind
 * that is begun goes on; `kept`: pictures of a former check that need not be sent again.
 */
export async function beginCheck(
  trx: Db,
  brand: Brand,
  {
    borrowerId,
    kind,
    kept,
    now,
  }: {
    readonly borrowerId: BorrowerId;
    readonly kind: string;
    readonly kept: Partial<Pick<IdentityCheck, 'front_id' | 'back_id' | 'selfie_id'>>;
    readonly now: Date;
  },
): Promise<void> {
  const draft = await draftCheck(trx, borrowerId);
  if (draft?.document === kind) return;
  const document = { document: kind, front_id: null, back_id: null, ...kept };
  if (draft)
    await trx
      .updateTable('identity_check')
      .set(document)
      .where('borrower_id', '=', borrowerId)
      .where('id', '=', draft.id)
      .execute();
  else
    await trx
      .insertInto('identity_check')
      .values({
        ...document,
        borrower_id: borrowerId,
        id: newId<'identityCheck'>(),
        brand: brand.id,
        state: 'draft',
        created_at: now,
      })
      .execute();
}

/** Sends a draft: it becomes the check that counts, and the former one is superseded. */
export async function submitCheck(trx: Db, draft: IdentityCheck, now: Date): Promise<void> {
  const { borrower_id: borrowerId } = draft;
  await trx
    .updateTable('identity_check')
    .set({ state: 'superseded' })
    .where('borrower_id', '=', borrowerId)
    .where('state', 'not in', ['draft', 'superseded'])
    .execute();
  await updateCheck(trx, draft, { state: 'open', submitted_at: now });
}

async function updateCheck(
  trx: Db,
  { borrower_id, id }: Pick<IdentityCheck, 'borrower_id' | 'id'>,
  values: Updateable<Database['identity_check']>,
): Promise<void> {
  await trx
    .updateTable('identity_check')
    .set(values)
    .where('borrower_id', '=', borrower_id)
    .where('id', '=', id)
    .execute();
}

/** Name and birth date as certified, as a keyed digest. */
function personDigest(
  { matcher }: AppContext,
  brand: Brand,
  values: Readonly<Record<string, unknown>>,
): Buffer {
  const name = typeof values.fullName === 'string' ? nameWords(values.fullName).join(' ') : '';
  return matcher.digest('person', brand.id, `identity ${name} ${String(values.birthDate ?? '')}`);
}

/**
 * Compares the check that counts with the details as certified now, in the caller's transaction, and returns what the database
 * says of the borrower.
 */
export async function compareIdentity(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  borrowerId: BorrowerId,
): Promise<IdentityState> {
  const certified = await readCertified(trx, appContext, borrowerId);
  const check = await lockCurrent(trx, borrowerId);
  await compareDocument(trx, appContext, brand, { borrowerId, certified, check });
  return identityState(trx, borrowerId);
}

/**
 * Compares the check that counts with certified details, in the caller's transaction. A document that a person confirmed stays
 * confirmed for the same name and birth date alone. Locks a check that changes: a person may be deciding it at this moment.
 */
export async function compareDocument(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  {
    borrowerId,
    certified,
    check,
  }: {
    readonly borrowerId: BorrowerId;
    readonly certified: Certified;
    readonly check: IdentityCheck | undefined;
  },
): Promise<void> {
  const today = await appContext.clock.today(trx, brand.timeZone);
  const compared = (found: IdentityCheck | undefined) =>
    found && comparedWith(appContext, brand, { check: found, certified, today });
  if (!compared(check)) return;
  const locked = await lockCurrent(trx, borrowerId);
  const changed = compared(locked);
  if (locked && changed) await updateCheck(trx, locked, changed);
}

/** What changes of a check if it is compared with certified details; undefined: nothing. */
function comparedWith(
  appContext: AppContext,
  brand: Brand,
  {
    check,
    certified: { values, readAt, savedAt = readAt },
    today,
  }: { readonly check: IdentityCheck; readonly certified: Certified; readonly today: LocalDate },
): Updateable<Database['identity_check']> | undefined {
  const person = personDigest(appContext, brand, values);
  const isSamePerson = check.person_digest?.equals(person) ?? false;
  const isCompared = check.compared_at !== null && check.compared_at >= savedAt;
  if (check.approval_id !== null) return isSamePerson && !isCompared ? { compared_at: readAt } : undefined;
  if (!check.answer) return undefined;
  const { read, face } = readOf(appContext.cipher, check);
  const found = contradictionsOf({ read, face }, { kind: check.document, certified: values, today });
  const state = check.answer === 'verified' && found.length > 0 ? 'unclear' : check.answer;
  const isSame =
    isSamePerson && isCompared && state === check.state && isDeepStrictEqual(found, check.contradictions);
  return isSame
    ? undefined
    : { state, contradictions: [...found], person_digest: person, compared_at: readAt };
}

/** The service's readings and its verdict on the face; empty without an answer. */
export function readOf(
  cipher: Pick<AppContext['cipher'], 'decrypt'>,
  check: IdentityCheck,
): { readonly read: ReadDocument; readonly face: IdentityAnswer['face'] } {
  const read = check.read_encrypted
    ? v.parse(readSchema, JSON.parse(cipher.decrypt(check.read_encrypted)))
    : {};
  return { read, face: check.face ?? undefined };
}

/** Stores a service's first answer to a check that still counts, and compares it. Marks the number that it read. */
export async function storeAnswer(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  check: IdentityCheck,
  { outcome, read, face }: IdentityAnswer,
): Promise<void> {
  const now = appContext.clock.now();
  const answered = await trx
    .updateTable('identity_check')
    .set({
      answered_at: now,
      answer: outcome,
      // Verified without a look at the selfie would identify whoever holds the document.
      face: face ?? (check.selfie_id === null ? null : 'unclear'),
      read_encrypted: appContext.cipher.encrypt(JSON.stringify(read)),
    })
    .where('borrower_id', '=', check.borrower_id)
    .where('id', '=', check.id)
    .where('state', '=', 'open')
    .where('answered_at', 'is', null)
    .executeTakeFirst();
  if (answered.numUpdatedRows === 0n) return;
  const number = normalDocument(read.number);
  // The last digits of a masked number are many people's.
  if (number !== undefined && !/[*•xX]{4}/.test(read.number ?? ''))
    await markIdentity(
      trx,
      appContext,
      { id: check.borrower_id, brand: brand.id },
      { kind: 'document', values: [`${numberItemOf(check.document)} ${number}`] },
    );
  await compareIdentity(trx, appContext, brand, check.borrower_id);
}

/** Marks the pictures of a check, so that one that another borrower sent too is found. */
export async function markPictures(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  check: IdentityCheck,
): Promise<void> {
  const values: string[] = [];
  for (const part of pictureParts) {
    const bytes = await pictureOf(trx, appContext, check, part);
    if (bytes) values.push(`picture ${createHash('sha256').update(bytes).digest('hex')}`);
  }
  const borrower = { id: check.borrower_id, brand: brand.id };
  await markIdentity(trx, appContext, borrower, { kind: 'document', values });
}

/** The bytes of a check's picture, JPEG; undefined: there is none. */
export async function pictureOf(
  db: Db,
  appContext: AppContext,
  check: IdentityCheck,
  part: PicturePart,
): Promise<Buffer | undefined> {
  const id: PictureId | null = check[columnOf[part]];
  if (id === null) return undefined;
  return readStored(db, appContext, { borrowerId: check.borrower_id, id });
}

/** Records what a person decided about a check, by an approval, for the name and birth date as certified now. */
export async function decideCheck(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  {
    check,
    ...decision
  }: {
    readonly check: IdentityCheck;
    readonly state: 'verified' | 'failed';
    readonly approvalId: NonNullable<IdentityCheck['approval_id']>;
  },
): Promise<void> {
  const now = appContext.clock.now();
  const certified = await certifiedValues(trx, appContext.cipher, check.borrower_id);
  await updateCheck(trx, check, {
    state: decision.state,
    approval_id: decision.approvalId,
    decided_at: now,
    person_digest: personDigest(appContext, brand, certified),
    compared_at: now,
  });
}

/** The check with this id, locked; undefined: the borrower has none of that id that counts. */
export function lockCheck(
  trx: Db,
  borrowerId: BorrowerId,
  id: IdentityCheckId,
): Promise<IdentityCheck | undefined> {
  return checkThatCounts(trx, borrowerId).where('id', '=', id).forUpdate().executeTakeFirst();
}

const documentFact = {
  none: 'none',
  open: 'unread',
  unclear: 'unread',
  verified: 'verified',
  failed: 'failed',
} as const;

/** What the facts of a document are made of, as columns. */
export interface IdentityColumns {
  readonly identity: IdentityState;
  readonly answer: IdentityCheck['answer'];
  readonly face: IdentityCheck['face'];
  readonly contradictions: readonly string[] | null;
  readonly selfie_id: PictureId | null;
}

export const identityColumns = (borrowerId: BorrowerId) => sql`identity_state(${borrowerId}) as identity,
  identity_check.answer, identity_check.face, identity_check.contradictions, identity_check.selfie_id`;

export const identityJoin = (borrowerId: BorrowerId) => sql`left join identity_check
  on identity_check.borrower_id = ${borrowerId} and identity_check.state not in ('draft', 'superseded')`;

/** The facts of a borrower's document. All are missing where the brand asks for none. */
export const identityFacts = ({
  identity,
  answer,
  face,
  contradictions,
  selfie_id,
}: IdentityColumns): Facts =>
  identity === 'notAsked'
    ? {}
    : {
        'identity.document': documentFact[identity],
        'identity.nameMatch': answer ? !contradictions?.includes('name') : undefined,
        'identity.face': selfie_id === null ? 'none' : (face ?? undefined),
      };
