import * as v from 'valibot';
import type { FieldCipher } from '../../platform/crypto/field-cipher.ts';
import type { Db } from '../../platform/database/connect.ts';
import { newId } from '../../platform/ids.ts';

/** What the lender's decision reads of a borrower's data groups (RTE-06). Income in cents a month. */
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

/** Groups that must be filled before a loan can be confirmed; the account follows when money is to be paid out. */
export const neededGroups: readonly DataGroup[] = ['public', 'personal', 'job'];

/**
 * Keeps a group's values, and what it said before. With `revision`, only where nobody saved it since: answers undefined
 * otherwise, and nothing changed. The borrower must be locked where two may save at once.
 */
export async function saveProfile(
  db: Db,
  cipher: FieldCipher,
  borrowerId: string,
  group: DataGroup,
  data: Readonly<Record<string, unknown>>,
  now: Date,
  revision?: number,
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
    .values({ borrower_id: borrowerId, data_group: group, ...values })
    .onConflict((conflict) => conflict.columns(['borrower_id', 'data_group']).doUpdateSet(values))
    .execute();
  return next;
}

export async function isCertified(db: Db, borrowerId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('borrower_profile')
    .select('data_group')
    .where('borrower_id', '=', borrowerId)
    .where('data_group', 'in', [...neededGroups])
    .execute();
  return rows.length === neededGroups.length;
}

/** All groups of a borrower as they were certified, decrypted. */
export async function certifiedValues(
  db: Db,
  cipher: FieldCipher,
  borrowerId: string,
): Promise<Readonly<Record<string, unknown>>> {
  const rows = await db
    .selectFrom('borrower_profile')
    .select('encrypted')
    .where('borrower_id', '=', borrowerId)
    .execute();
  return Object.assign({}, ...rows.map((row): unknown => JSON.parse(cipher.decrypt(row.encrypted))));
}

export function profileOf(values: Readonly<Record<string, unknown>>): Profile {
  return v.parse(profileSchema, values);
}

/** All groups of a borrower as one profile. */
export async function readProfile(db: Db, cipher: FieldCipher, borrowerId: string): Promise<Profile> {
  return profileOf(await certifiedValues(db, cipher, borrowerId));
}

function nameIn(values: Readonly<Record<string, unknown>>): string | undefined {
  const { fullName } = values;
  return typeof fullName === 'string' && fullName !== '' ? fullName : undefined;
}

/** The name that a borrower certified, or undefined before they did. */
export async function certifiedName(
  db: Db,
  cipher: FieldCipher,
  borrowerId: string,
): Promise<string | undefined> {
  return nameIn(await certifiedValues(db, cipher, borrowerId));
}

/** Names that were certified and replaced at `since` or later. */
export async function formerNames(
  db: Db,
  cipher: FieldCipher,
  borrowerId: string,
  since: Date,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('profile_history')
    .select('encrypted')
    .where('borrower_id', '=', borrowerId)
    .where('replaced_at', '>=', since)
    .execute();
  return rows.flatMap((row) => nameIn(JSON.parse(cipher.decrypt(row.encrypted))) ?? []);
}
