import type * as calls from '@hiram/contract/account';
import { consentKinds } from '@hiram/contract/account';
import { type BorrowerRequest, type Handler, inTransactionOf } from '../../api/serve.ts';
import { contactLaws } from '../../brands/markets/contact-law.ts';
import { markets } from '../../brands/markets/markets.ts';
import { dayIn } from '../../platform/clock/clock.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';

/** The hours of the law on contacts where it knows a consent to others. */
function consentableHours({ market }: BorrowerRequest['brand']) {
  const { hours } = contactLaws[markets[market].country];
  return hours.unlessConsent ? { from: `${hours.from}:00`, until: `${hours.until}:00` } : undefined;
}

/** Saves or withdraws a consent, in the caller's transaction. A withdrawal also deletes the data collected under it. */
async function saveConsent(
  { db, brand, borrower, now }: BorrowerRequest,
  kind: (typeof consentKinds)[number],
  isGiven: boolean,
): Promise<void> {
  if (isGiven) {
    const values = { version: brand.legal.effective, given_at: now, withdrawn_at: null };
    await db
      .insertInto('consent')
      .values({ borrower_id: borrower.id, kind, ...values })
      .onConflict((conflict) => conflict.columns(['borrower_id', 'kind']).doUpdateSet(values))
      .execute();
    return;
  }
  // Locks the row even if the consent is withdrawn already: a location that is saved at the same time runs before or after
  // this.
  const { numUpdatedRows } = await db
    .updateTable('consent')
    .set((eb) => ({ withdrawn_at: eb.fn.coalesce('withdrawn_at', eb.val(now)) }))
    .where('borrower_id', '=', borrower.id)
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  if (kind === 'location')
    await db.deleteFrom('device_location').where('borrower_id', '=', borrower.id).execute();
  if (kind === 'contacts')
    await db.deleteFrom('reference_contact').where('borrower_id', '=', borrower.id).execute();
}

/** The consents that were given or can be given. */
export const listConsents: Handler<typeof calls.consents> = async (
  _input,
  { db, borrower, brand, translate },
) => {
  const rows = await db.selectFrom('consent').selectAll().where('borrower_id', '=', borrower.id).execute();
  const hours = consentableHours(brand);
  return {
    list: consentKinds
      .filter((kind) => kind !== 'anyHour' || hours)
      .map((kind) => {
        const row = rows.find((candidate) => candidate.kind === kind);
        const isGiven = row !== undefined && row.withdrawn_at === null;
        return {
          kind,
          title: translate(`consent.${kind}`, hours),
          given: isGiven,
          since: row ? dayIn(brand.timeZone, row.withdrawn_at ?? row.given_at) : '',
          version: row?.version ?? brand.legal.effective,
          isOptional: kind !== 'privacy',
        };
      }),
  };
};

/** Gives or withdraws a consent. */
export const setConsent: Handler<typeof calls.setConsent> = async ({ kind, given }, requestContext) => {
  // This consent ends only with the account.
  if (kind === 'privacy' && !given) return reject('notFree', { field: 'kind' });
  if (kind === 'anyHour' && !consentableHours(requestContext.brand))
    return reject('notFree', { field: 'kind' });
  await inTransaction(requestContext.db, (db) =>
    saveConsent(inTransactionOf(db, requestContext), kind, given),
  );
  return {};
};
