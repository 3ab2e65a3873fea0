import type { BorrowerId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import * as v from 'valibot';
import type { FieldCipher } from '../../platform/crypto/field-cipher.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';

/** The part of a borrower's data groups that the lender's decision uses (RTE-06). `monthlyIncome` is in cents a month. */
const profileSchema = v.object({
  fullName: v.optional(v.string()),
  birthDate: v.optional(v.string()),
  nationality: v.optional(v.string()),
  permanentAddress: v.optional(v.boolean(), false),
  fullCapacity: v.optional(v.boolean(), false),
  monthlyIncome: v.optional(v.number()),
});
export type Profile = v.InferOutput<typeof profileSchema>;

export type DataGroup = 'public' | 'personal' | 'job' | 'extra' | 'bank';

/** Groups that a borrower must complete before confirming a loan. The bank account is required only for the payout. */
export const neededGroups: readonly DataGroup[] = ['public', 'personal', 'job'];

/**
 * Saves the values of a group and moves its former values to the history. With `revision`, saves only if that is still the
 * current revision; returns undefined, and changes nothing, if it is not. Returns the new revision. The caller locks the
 * borrower where two requests may save at once.
 */
export async function saveProfile(
  db: Db,
  cipher: FieldCipher,
  {
    borrowerId,
    group,
    data,
    now,
    deviceId,
    revision,
  }: {
    readonly borrowerId: BorrowerId;
    readonly group: DataGroup;
    readonly data: Readonly<Record<string, unknown>>;
    readonly now: Date;
    /** The device that saves it. The first one is stored. */
    readonly deviceId?: string | undefined;
    readonly revision?: number;
  },
): Promise<number | undefined> {
  const before = await db
    .selectFrom('borrower_profile')
    .select(['revision', 'encrypted'])
    .where('borrower_id', '=', borrowerId)
    .where('data_group', '=', group)
    .executeTakeFirst();
  if (revision !== undefined && (before?.revision ?? 0) !== revision) return undefined;
  const next = (before?.revision ?? 0) + 1;
  if (before)
    await db
      .insertInto('profile_history')
      .values({
        borrower_id: borrowerId,
        id: newId(),
        data_group: group,
        revision: before.revision,
        encrypted: before.encrypted,
        replaced_at: now,
      })
      .execute();
  const values = { encrypted: cipher.encrypt(JSON.stringify(data)), updated_at: now, revision: next };
  await db
    .insertInto('borrower_profile')
    .values({ borrower_id: borrowerId, data_group: group, ...values, device_id: deviceId ?? null })
    .onConflict((conflict) => conflict.columns(['borrower_id', 'data_group']).doUpdateSet(values))
    .execute();
  return next;
}

/** The needed groups that the borrower has completed. */
export async function savedGroups(db: Db, borrowerId: BorrowerId): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('borrower_profile')
    .select('data_group')
    .where('borrower_id', '=', borrowerId)
    .where('data_group', 'in', [...neededGroups])
    .execute();
  return rows.map((row) => row.data_group);
}

/** Reports whether the borrower has saved the needed groups and, where the brand asks for it, sent a document. */
export async function isCertified(db: Db, borrowerId: BorrowerId): Promise<boolean> {
  const { rows } = await sql<{ certified: boolean }>`
    select count(*) = ${neededGroups.length} and identity_state(${borrowerId}) <> 'none' as certified from borrower_profile
    where borrower_id = ${borrowerId} and data_group = any(${[...neededGroups]})`.execute(db);
  return rows[0]?.certified === true;
}

/**
 * A borrower's certified values, a moment before they were read: what was saved later is not in them, and when the newest of them
 * was saved.
 */
export interface Certified {
  readonly values: Readonly<Record<string, unknown>>;
  readonly readAt: Date;
  readonly savedAt: Date | undefined;
}

/** Reads the certified values for several steps of one transaction. */
export async function readCertified(
  db: Db,
  { cipher, clock }: { readonly cipher: Pick<FieldCipher, 'decrypt'>; readonly clock: { now(): Date } },
  borrowerId: BorrowerId,
): Promise<Certified> {
  const readAt = clock.now();
  const rows = await savedRows(db, borrowerId);
  return {
    values: valuesIn(
      cipher,
      rows.map(({ encrypted }) => encrypted),
    ),
    readAt,
    savedAt: rows.at(-1)?.updated_at,
  };
}

const savedRows = (db: Db, borrowerId: BorrowerId) =>
  db
    .selectFrom('borrower_profile')
    .select(['encrypted', 'updated_at'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('updated_at')
    .execute();

/** The values of encrypted groups, the oldest first, in one object. The newer of two values of an item counts. */
export const valuesIn = (
  cipher: Pick<FieldCipher, 'decrypt'>,
  encrypted: readonly Buffer[],
): Certified['values'] =>
  Object.assign({}, ...encrypted.map((values): unknown => JSON.parse(cipher.decrypt(values))));

/** The decrypted values of all of a borrower's data groups. */
export async function certifiedValues(
  db: Db,
  cipher: Pick<FieldCipher, 'decrypt'>,
  borrowerId: BorrowerId,
): Promise<Certified['values']> {
  const rows = await savedRows(db, borrowerId);
  return valuesIn(
    cipher,
    rows.map(({ encrypted }) => encrypted),
  );
}

export function profileOf(values: Readonly<Record<string, unknown>>): Profile {
  return v.parse(profileSchema, values);
}

/** The profile made of all of a borrower's data groups. */
export async function readProfile(db: Db, cipher: FieldCipher, borrowerId: BorrowerId): Promise<Profile> {
  return profileOf(await certifiedValues(db, cipher, borrowerId));
}

function nameIn(values: Readonly<Record<string, unknown>>): string | undefined {
  const { fullName } = values;
  return typeof fullName === 'string' && fullName !== '' ? fullName : undefined;
}

/** The borrower's certified name, or undefined before certification. */
export async function certifiedName(
  db: Db,
  cipher: FieldCipher,
  borrowerId: BorrowerId,
): Promise<string | undefined> {
  return nameIn(await certifiedValues(db, cipher, borrowerId));
}

/** The names among encrypted groups of certified values. */
export const namesIn = (cipher: FieldCipher, encrypted: readonly Buffer[]): readonly string[] =>
  encrypted.flatMap((values) => nameIn(JSON.parse(cipher.decrypt(values))) ?? []);

/** Certified names that were replaced at `since` or later. */
export async function formerNames(
  db: Db,
  cipher: FieldCipher,
  borrowerId: BorrowerId,
  since: Date,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('profile_history')
    .select('encrypted')
    .where('borrower_id', '=', borrowerId)
    .where('replaced_at', '>=', since)
    .execute();
  return namesIn(
    cipher,
    rows.map(({ encrypted }) => encrypted),
  );
}
