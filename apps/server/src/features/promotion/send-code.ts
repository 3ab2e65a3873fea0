import type { CallInput, CallOutput, RejectionOf } from '@hiram/contract/call';
import type { getSms } from '@hiram/contract/promotion';
import type { RequestContext } from '../../api/serve.ts';
import { mobileNumber, phoneMark } from '../../brands/phone.ts';
import type { AppContext } from '../../context/app-context.ts';
import { queueText } from '../../messaging/messages.ts';
import { makeCode } from '../../messaging/one-time-codes.ts';
import { rememberCode, takeCaptcha } from '../../messaging/visitors.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { type Rejection, reject } from '../../platform/errors/rejection.ts';
import { tokenHash } from '../../platform/http/session.ts';

/** The rejection of a captcha. A right but expired one gets its own text. */
export function refuseCaptcha(how: 'wrong' | 'lapsed'): Rejection<'wrongCaptcha'> {
  return reject('wrongCaptcha', {
    field: 'capcode',
    ...(how === 'lapsed' ? { textId: 'rejection.captchaLapsed' as const } : {}),
  });
}

/** Seconds until another code can be requested (PROM-10). */
const resendSeconds = 60;

/** Sends a registration code after a right captcha (PROM-09). The answer does not reveal whether the number is registered. */
export async function sendCode(
  appContext: AppContext,
  input: CallInput<typeof getSms>,
  requestContext: RequestContext,
): Promise<CallOutput<typeof getSms> | Rejection<RejectionOf<typeof getSms>>> {
  const { brand, context, proof, translate, address, now } = requestContext;
  const phone = mobileNumber(brand, input.phone);
  if (!phone) return reject('malformedPhone', { field: 'phone' });
  requestContext.addLogFields({ mark: phoneMark(appContext.cipher, phone) });
  // A captcha is used up by its first use, right or wrong.
  const captcha = await takeCaptcha(appContext.db, brand.id, input.sid, input.capcode, now);
  if (captcha !== 'right') return refuseCaptcha(captcha);
  const result = await inTransaction(appContext.db, async (trx) => {
    const code = await makeCode(trx, appContext.cipher, {
      brand: brand.id,
      phone,
      purpose: 'register',
      deviceId: input.deviceId ?? context.deviceId,
      address,
      proof,
      visitor: tokenHash(input.sid),
      captcha: true,
      now,
    });
    if (!('rejected' in code)) {
      const text = translate('sms.code', { code: code.code, name: brand.names.english });
      if (!(await queueText(trx, appContext, { brand: brand.id, phone, purpose: 'register', text, now })))
        return { rejected: 'tooManyToday' } as const;
      await rememberCode(trx, input.sid, phone);
    }
    return code;
  });
  if (!('rejected' in result)) return { seconds: resendSeconds };
  return result.rejected === 'tooSoon'
    ? reject('tooSoon', {
        field: 'phone',
        text: translate('rejection.codeTooSoon', { seconds: result.seconds }),
      })
    : reject(result.rejected === 'tooBusy' ? 'tooBusy' : 'tooManyToday', { field: 'phone' });
}
