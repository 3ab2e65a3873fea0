import type { accountCode } from '@hiram/contract/bank';
import { codeRequester } from '../../api/code-requester.ts';
import type { Handler } from '../../api/serve.ts';
import { canQueueText, queueText } from '../../messaging/messages.ts';
import { makeCode } from '../../messaging/one-time-codes.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';

/** Seconds until the page allows another code. */
const resendSeconds = 60;

/** Sends the code that binding an account requires. */
export const sendAccountCode: Handler<typeof accountCode> = async (_input, requestContext) => {
  const { appContext, brand, borrower, translate, now } = requestContext;
  const { phone } = borrower;
  const result = await inTransaction(appContext.db, async (trx) => {
    // Sends no code if the later change would be rejected because its owner cannot be texted today.
    if (!(await canQueueText(trx, { brand: brand.id, phone, purpose: 'accountChanged', now })))
      return { rejected: 'cannotNotify' } as const;
    const code = await makeCode(trx, appContext, {
      ...codeRequester(requestContext, phone, 'account'),
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
    ? reject('tooSoon', {
        seconds: result.seconds,
        text: translate('rejection.codeTooSoon', { seconds: result.seconds }),
      })
    : reject('tooManyToday');
};
