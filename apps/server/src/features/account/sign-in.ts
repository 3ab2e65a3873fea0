import type { BorrowerId } from '@hiram/contract/ids';
import type { RequestContext } from '../../api/serve.ts';
import { applyBlocks } from '../../lending/borrowers/blocks.ts';
import { borrowerByPhone } from '../../lending/borrowers/borrower-store.ts';
import { reserveNumber } from '../../lending/borrowers/reserve-number.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';
import { openSession, tokenHash } from '../../platform/http/sessions/session.ts';
import { newId } from '../../platform/ids.ts';

/** Reports whether the borrower has never signed in on this device, apart from the session that was just opened. */
export async function isNewDevice(
  db: Db,
  borrowerId: BorrowerId,
  deviceId: string | undefined,
  sessionId: string,
): Promise<boolean> {
  if (deviceId === undefined) return true;
  const earlierSession = await db
    .selectFrom('session')
    .select('id')
    .where('borrower_id', '=', borrowerId)
    .where('device_id', '=', deviceId)
    .where('token_hash', '<>', tokenHash(sessionId))
    .limit(1)
    .executeTakeFirst();
  return earlierSession === undefined;
}

/**
 * Opens a session for a verified number in the caller's transaction, and creates the account if there is none. `agreed` tells
 * whether the form's agreement to the privacy policy was given, `byCode` whether a one-time code proved the number.
 */
export async function signIn(
  requestContext: RequestContext,
  { phone, agreed, byCode }: { readonly phone: string; readonly agreed: boolean; readonly byCode: boolean },
): Promise<{ borrowerId: BorrowerId; sessionId: string }> {
  const { appContext, db, brand, context, proof, now, addLogFields } = requestContext;
  const borrowerId = await accountOf(requestContext, phone);
  if (agreed)
    await db
      .insertInto('consent')
      .values({
        borrower_id: borrowerId,
        kind: 'privacy',
        version: brand.legal.effective,
        given_at: now,
      })
      .onConflict((conflict) => conflict.columns(['borrower_id', 'kind']).doNothing())
      .execute();
  const sessionId = await openSession(db, {
    borrowerId,
    brand: brand.id,
    deviceId: context.deviceId,
    proof,
    codeAt: byCode ? now : undefined,
    now,
  });
  addLogFields({ borrower: borrowerId });
  await applyBlocks(db, appContext, brand, borrowerId);
  return { borrowerId, sessionId };
}

/** The id of a number's account, which is created if there is none. */
async function accountOf({ appContext, db, brand, now }: RequestContext, phone: string): Promise<BorrowerId> {
  if (appContext.directory) {
    // An account needs no directory.
    const known = await borrowerByPhone(db, brand.id, phone);
    if (known) return known.id;
    if (!(await reserveNumber(db, appContext, brand.id, phone)))
      throw new Unavailable('reserved by another cell');
  }
  await db
    .insertInto('borrower')
    .values({ id: newId(), brand: brand.id, phone, created_at: now })
    .onConflict((conflict) => conflict.columns(['brand', 'phone']).doNothing())
    .execute();
  const { id } = await db
    .selectFrom('borrower')
    .select('id')
    .where('brand', '=', brand.id)
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow();
  return id;
}
