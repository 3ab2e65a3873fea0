import type { BorrowerRequest } from '../../api/serve.ts';
import { hasHadAccount } from '../../lending/payouts/account-changes.ts';
import { tokenHash } from '../../platform/http/sessions/session.ts';

/** The time for which a code that proved the number at the sign-in also proves it for the first account. */
const freshMs = 10 * 60_000;

/**
 * Reports whether binding another account takes a code to the borrower's number. Replacing one always does.
 * The first one does unless the session proved the number within ten minutes, on the device that filled in
 * the certification: whoever stole a session must not choose where the first payout goes.
 */
export async function needsAccountCode(requestContext: BorrowerRequest): Promise<boolean> {
  const { db, borrower } = requestContext;
  if (await hasHadAccount(db, borrower.id)) return true;
  return !(await isFresh(requestContext)) || (await isCertifiedElsewhere(requestContext));
}

async function isFresh({ db, context, now }: BorrowerRequest): Promise<boolean> {
  const session = await db
    .selectFrom('session')
    .select('code_at')
    .where('token_hash', '=', tokenHash(context.sessionId ?? ''))
    .executeTakeFirst();
  const codeAt = session?.code_at?.getTime() ?? 0;
  return codeAt > now.getTime() - freshMs && codeAt <= now.getTime();
}

/** Reports whether another device was the first to fill in a step of the certification. */
async function isCertifiedElsewhere({ db, borrower, context }: BorrowerRequest): Promise<boolean> {
  const step = await db
    .selectFrom('borrower_profile')
    .select('data_group')
    .where('borrower_id', '=', borrower.id)
    .where('device_id', '<>', context.deviceId ?? '')
    .limit(1)
    .executeTakeFirst();
  return step !== undefined;
}
