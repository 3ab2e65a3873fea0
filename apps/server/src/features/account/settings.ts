import {
  consentKinds,
  consents,
  deleteAccount,
  devices,
  keepAccount,
  savePreferences,
  setConsent,
  signOut,
} from '@hiram/contract/account';
import { addDays } from '@hiram/loan';
import { validate } from 'uuid';
import type { BorrowerRequest, Server } from '../../api/serve.ts';
import { runningOrder } from '../../lending/loans/loans.ts';
import { lockBorrower } from '../../lending/origination/apply.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { endSessions, maxSessions, revokeSession, tokenHash } from '../../platform/http/session.ts';
import { notifyOwner } from './notices.ts';

/** Days in which a deletion can be cancelled. */
const coolingOffDays = 30;

/** A borrower's settings: devices, consents, language, theme, and deleting the account. */
export function settingRoutes({ serve, appContext }: Server): void {
  serve(savePreferences, async ({ language, theme }, { db, borrower }) => {
    if (language === undefined && theme === undefined) return {};
    await db
      .updateTable('borrower')
      .set({ ...(language === undefined ? {} : { language }), ...(theme === undefined ? {} : { theme }) })
      .where('id', '=', borrower.id)
      .execute();
    return {};
  });

  serve(devices, async (_input, { db, borrower, context, now }) => {
    const ownHash = tokenHash(context.sessionId ?? '');
    const rows = await db
      .selectFrom('session')
      .leftJoin('device', (join) =>
        join
          .onRef('device.borrower_id', '=', 'session.borrower_id')
          .onRef('device.device_id', '=', 'session.device_id'),
      )
      .select(['session.id', 'session.token_hash', 'session.created_at', 'device.name', 'device.os_version'])
      .where('session.borrower_id', '=', borrower.id)
      .where('session.revoked_at', 'is', null)
      .where('session.expires_at', '>', now)
      .orderBy('session.created_at', 'desc')
      .limit(maxSessions)
      .execute();
    return {
      list: rows.map((row) => ({
        id: row.id,
        name: [row.name, row.os_version].filter(Boolean).join(', '),
        current: row.token_hash.equals(ownHash) ? (1 as const) : (0 as const),
        signedInAt: row.created_at.toISOString(),
      })),
    };
  });

  serve(signOut, async ({ id, others }, { db, borrower, context, now }) => {
    if (others === 1)
      await inTransaction(db, (trx) => endSessions(trx, borrower.id, now, context.sessionId ?? ''));
    // A malformed id gets the same answer as an unknown one.
    else if (id !== undefined && validate(id)) await revokeSession(db, { id }, borrower.id, now);
    return {};
  });

  serve(consents, async (_input, { db, borrower, brand, translate }) => {
    const rows = await db.selectFrom('consent').selectAll().where('borrower_id', '=', borrower.id).execute();
    return {
      list: consentKinds.map((kind) => {
        const row = rows.find((candidate) => candidate.kind === kind);
        const given = row !== undefined && row.withdrawn_at === null;
        return {
          kind,
          title: translate(`consent.${kind}`),
          given: given ? (1 as const) : (0 as const),
          since: row ? (row.withdrawn_at ?? row.given_at).toISOString().slice(0, 10) : '',
          version: row?.version ?? brand.legal.effective,
          free: kind === 'privacy' ? (0 as const) : (1 as const),
        };
      }),
    };
  });

  serve(setConsent, async ({ kind, given }, requestContext) => {
    // This consent ends only with the account.
    if (kind === 'privacy' && given === 0) return reject('notFree', { field: 'kind' });
    await inTransaction(requestContext.db, (db) => saveConsent({ ...requestContext, db }, kind, given === 1));
    return {};
  });

  serve(deleteAccount, async (_input, requestContext) => {
    const { db, brand, borrower, now } = requestContext;
    return inTransaction(db, async (trx) => {
      await lockBorrower(trx, borrower.id);
      if (await runningOrder(trx, borrower.id)) return reject('loanUnderWay');
      const today = await appContext.clock.today(trx, brand.timeZone);
      const eraseOn = addDays(today, coolingOffDays);
      await trx
        .insertInto('erasure_request')
        .values({ borrower_id: borrower.id, asked_at: now, erase_on: eraseOn })
        .onConflict((conflict) => conflict.column('borrower_id').doNothing())
        .execute();
      await endSessions(trx, borrower.id, now);
      await notifyOwner(trx, appContext, borrower.phone, requestContext, 'deletionAsked');
      return { eraseOn };
    });
  });

  serve(keepAccount, async (_input, { db, borrower }) => {
    await inTransaction(db, (trx) =>
      trx.deleteFrom('erasure_request').where('borrower_id', '=', borrower.id).execute(),
    );
    return {};
  });
}

/** Saves or withdraws a consent, in the caller's transaction. A withdrawal also deletes the data collected under it. */
async function saveConsent(
  { db, brand, borrower, now }: BorrowerRequest,
  kind: (typeof consentKinds)[number],
  given: boolean,
): Promise<void> {
  if (given) {
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
