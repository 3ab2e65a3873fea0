import { type AccountChange, accountChange, accountCode, disownAccountChange } from '@hiram/contract/bank';
import type { RequestContext, Server } from '../../api/serve.ts';
import { formatMoment } from '../../brands/texts/dates.ts';
import {
  type AccountChangeRow,
  disownChange,
  findAccountChange,
  isPaidTo,
} from '../../lending/payouts/account-changes.ts';
import { canQueueText, queueText } from '../../messaging/messages.ts';
import { makeCode } from '../../messaging/one-time-codes.ts';
import { type Db, inTransaction } from '../../platform/database/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';

/** Seconds until the page allows another code. */
const resendSeconds = 60;

/** Replacing a payout account: the required code, and undoing the change by its owner. */
export function accountChangeRoutes({ serve, serveOpen, appContext }: Server): void {
  serve(accountCode, async (_input, { brand, borrower, context, proof, address, translate, now }) => {
    const { phone } = borrower;
    const result = await inTransaction(appContext.db, async (trx) => {
      // Sends no code if the later change would be rejected because its owner cannot be texted today.
      if (!(await canQueueText(trx, { brand: brand.id, phone, purpose: 'accountChanged', now })))
        return { rejected: 'cannotNotify' } as const;
      const code = await makeCode(trx, appContext.cipher, {
        brand: brand.id,
        phone,
        purpose: 'account',
        deviceId: context.deviceId,
        address,
        proof,
        // No captcha: the borrower is signed in, and the code goes only to their own number.
        captcha: true,
        now,
      });
      if ('rejected' in code) return code;
      // A code counts only if its text was queued: the number's cap on texts may be reached.
      const text = translate('sms.accountCode', { code: code.code, name: brand.names.english });
      const isSent = await queueText(trx, appContext, {
        brand: brand.id,
        phone,
        purpose: 'account',
        text,
        now,
      });
      return isSent ? code : ({ rejected: 'tooManyToday' } as const);
    });
    if (!('rejected' in result)) return { seconds: resendSeconds };
    if (result.rejected === 'cannotNotify') return reject('cannotNotify');
    return result.rejected === 'tooSoon'
      ? reject('tooSoon', { text: translate('rejection.codeTooSoon', { seconds: result.seconds }) })
      : reject('tooManyToday');
  });

  serveOpen(accountChange, async ({ change: token }, requestContext) => {
    const change = await findAccountChange(appContext.db, requestContext.brand, token, requestContext.now);
    if (!change) return reject('unknownChange', { values: { phone: requestContext.brand.servicePhone } });
    return stateOf(appContext.db, change, requestContext);
  });

  serveOpen(disownAccountChange, async ({ change: token }, requestContext) => {
    const change = await findAccountChange(appContext.db, requestContext.brand, token, requestContext.now);
    if (!change) return reject('unknownChange', { values: { phone: requestContext.brand.servicePhone } });
    return inTransaction(appContext.db, async (trx) => {
      await disownChange(trx, appContext, change);
      requestContext.addLogFields({ borrower: change.borrower_id });
      return stateOf(trx, { ...change, disowned_at: requestContext.now }, requestContext);
    });
  });
}

async function stateOf(
  db: Db,
  change: AccountChangeRow,
  { brand, translate, lang }: RequestContext,
): Promise<AccountChange> {
  const { number_tail: tail } = await db
    .selectFrom('bank_account')
    .select('number_tail')
    .where('id', '=', change.account_id)
    .executeTakeFirstOrThrow();
  const date = formatMoment(change.changed_at, lang, brand.timeZone);
  const isPaid = await isPaidTo(db, change);
  return {
    // Disowning does not recover a payout: the text must not say so, even without the state.
    text:
      isPaid || change.disowned_at === null
        ? translate('accountChange.made', { date, tail })
        : translate('accountChange.disowned'),
    state: isPaid ? 'paid' : change.disowned_at === null ? 'open' : 'disowned',
    telephone: brand.servicePhone,
  };
}
