import * as v from 'valibot';
import type { Db } from '../db/connect.ts';
import type { Seal } from '../security/seal.ts';

/** What the lender's decision reads of a borrower's data groups (RTE-06). Income in cents a month. */
const profileSchema = v.object({
  birthDate: v.optional(v.string()),
  nationality: v.optional(v.string()),
  permanentAddress: v.optional(v.boolean(), false),
  fullCapacity: v.optional(v.boolean(), false),
  monthlyIncome: v.optional(v.number()),
});
export type Profile = v.InferOutput<typeof profileSchema>;

export type DataGroup = 'public' | 'personal' | 'job' | 'extra' | 'bank';

/** Groups that must be filled before a loan can be confirmed; the account follows when money is to be paid out. */
const needed: readonly DataGroup[] = ['public', 'personal', 'job'];

export async function saveProfile(
  db: Db,
  seal: Seal,
  borrowerId: string,
  group: DataGroup,
  data: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<void> {
  const values = { sealed: seal.seal(JSON.stringify(data)), updated_at: now };
  await db
    .insertInto('borrower_profile')
    .values({ borrower_id: borrowerId, data_group: group, ...values })
    .onConflict((conflict) => conflict.columns(['borrower_id', 'data_group']).doUpdateSet(values))
    .execute();
}

export async function isCertified(db: Db, borrowerId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('borrower_profile')
    .select('data_group')
    .where('borrower_id', '=', borrowerId)
    .where('data_group', 'in', [...needed])
    .execute();
  return rows.length === needed.length;
}

/** All groups of a borrower as one profile. */
export async function readProfile(db: Db, seal: Seal, borrowerId: string): Promise<Profile> {
  const rows = await db
    .selectFrom('borrower_profile')
    .select('sealed')
    .where('borrower_id', '=', borrowerId)
    .execute();
  const merged = Object.assign({}, ...rows.map((row): unknown => JSON.parse(seal.open(row.sealed))));
  return v.parse(profileSchema, merged);
}
