import type { BorrowerRequest } from '../../api/serve.ts';
import type { FormGroup } from '../../brands/forms/brand-forms.ts';
import { certifiedValues } from '../../lending/borrowers/profile.ts';
import { toFormValues } from './check-step.ts';

/** Maximum length of a draft, as JSON. Drafts are not checked; longer ones are not saved. */
const maxDraftLength = 20_000;

/**
 * The saved values of a step's items, decrypted, and the step's revision: 0 if it was never saved. An item that a brand moved
 * from another step keeps the value that was saved there.
 */
export async function readStep(
  { appContext, db, brand, borrower }: BorrowerRequest,
  group: FormGroup,
): Promise<{ savedValues: Record<string, string>; revision: number }> {
  const row = await db
    .selectFrom('borrower_profile')
    .select('revision')
    .where('borrower_id', '=', borrower.id)
    .where('data_group', '=', group)
    .executeTakeFirst();
  const data = await certifiedValues(db, appContext.cipher, borrower.id);
  return { savedValues: toFormValues(brand.forms[group].items, data), revision: row?.revision ?? 0 };
}

/** The draft of a step, decrypted; undefined if there is none. */
export async function readDraft(
  { appContext, db, borrower }: BorrowerRequest,
  group: FormGroup,
): Promise<Record<string, string> | undefined> {
  const row = await db
    .selectFrom('profile_draft')
    .select('encrypted')
    .where('borrower_id', '=', borrower.id)
    .where('data_group', '=', group)
    .executeTakeFirst();
  return row ? JSON.parse(appContext.cipher.decrypt(row.encrypted)) : undefined;
}

/** Stores the draft of a step, unless it is too long. */
export async function saveDraft(
  { appContext, db, borrower, now }: BorrowerRequest,
  group: FormGroup,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const text = JSON.stringify(values);
  if (text.length > maxDraftLength) return;
  const row = { encrypted: appContext.cipher.encrypt(text), updated_at: now };
  await db
    .insertInto('profile_draft')
    .values({ borrower_id: borrower.id, data_group: group, ...row })
    .onConflict((conflict) => conflict.columns(['borrower_id', 'data_group']).doUpdateSet(row))
    .execute();
}

/** Deletes the draft of a step. */
export async function deleteDraft({ db, borrower }: BorrowerRequest, group: FormGroup): Promise<void> {
  await db
    .deleteFrom('profile_draft')
    .where('borrower_id', '=', borrower.id)
    .where('data_group', '=', group)
    .execute();
}
