import type { BorrowerRequest } from '../../api/serve.ts';

/**
 * Records the consent: sending the data after the reason was shown is the consent. Runs in the transaction that stores the data.
 */
export async function recordConsent(
  { db, brand, borrower, now }: BorrowerRequest,
  kind: 'location' | 'contacts',
): Promise<void> {
  const values = { version: brand.legal.effective, given_at: now, withdrawn_at: null };
  await db
    .insertInto('consent')
    .values({ borrower_id: borrower.id, kind, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['borrower_id', 'kind'])
        .doUpdateSet(values)
        .where('consent.withdrawn_at', 'is not', null),
    )
    .execute();
}
