import type { CallInput, CallOutput, RejectionOf } from '@hiram/contract/call';
import type { getSms } from '@hiram/contract/promotion';
import { codeRequester } from '../../api/code-requester.ts';
import type { OpenHandler, RequestContext } from '../../api/serve.ts';
import { mobileNumber, phoneMark } from '../../brands/phone.ts';
import { isSourcePaused } from '../../lending/origination/funnel.ts';
import { queueText } from '../../messaging/messages.ts';
import { makeCode } from '../../messaging/one-time-codes.ts';
import { checkCaptcha, rememberCode } from '../../messaging/visitors.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { isRejection, type Rejection, reject } from '../../platform/errors/rejection.ts';
import { tokenHash } from '../../platform/http/sessions/session.ts';
import { sourceOf } from './attribution.ts';
import type { Promotion } from './promotion.ts';

/** The rejection of a captcha. A right but expired one gets its own text. */
function rejectedCaptcha(result: 'wrong' | 'lapsed'): Rejection<'wrongCaptcha'> {
  return reject('wrongCaptcha', {
    field: 'captchaText',
    ...(result === 'lapsed' ? { textId: 'rejection.captchaLapsed' as const } : {}),
  });
}

/** Seconds until another code can be requested (PROM-10). */
const resendSeconds = 60;

/** Sends a registration code, and records that step of the visitor (PROM-09). */
export const textCode =
  (promotion: Promotion): OpenHandler<typeof getSms> =>
  async (input, requestContext) => {
    const { db, brand } = requestContext;
    // Before the captcha is used up: the visitor may come back with it.
    if (await isSourcePaused(db, brand.id, input.userFrom))
      return reject('tooBusy', { field: 'phone', textId: 'rejection.sourcePaused' });
    const answer = await sendCode(input, requestContext);
    const step = !isRejection(answer)
      ? 'codeSent'
      : answer.rejected === 'wrongCaptcha'
        ? 'captchaRejected'
        : undefined;
    if (step) await promotion.recordStep(step, sourceOf(input), requestContext);
    return answer;
  };

/** Sends a registration code after a right captcha (PROM-09). The answer does not reveal whether the number is registered. */
export async function sendCode(
  input: CallInput<typeof getSms>,
  requestContext: RequestContext,
): Promise<CallOutput<typeof getSms> | Rejection<RejectionOf<typeof getSms>>> {
  const { appContext, brand, translate, now } = requestContext;
  const phone = mobileNumber(brand, input.phone);
  if (!phone) return reject('malformedPhone', { field: 'phone' });
  requestContext.addLogFields({ mark: phoneMark(appContext.cipher, phone) });
  // A captcha is used up by its first use, right or wrong.
  const captcha = await checkCaptcha(
    appContext.db,
    { brand: brand.id, visitorId: input.visitorId, answer: input.captchaText },
    now,
  );
  if (captcha !== 'right') return rejectedCaptcha(captcha);
  const result = await inTransaction(appContext.db, async (trx) => {
    const requester = codeRequester(requestContext, phone, 'register');
    const deviceId = input.deviceId ?? requester.deviceId;
    const code = await makeCode(trx, appContext, {
      ...requester,
      deviceId,
      visitor: tokenHash(input.visitorId),
      captcha: true,
      now,
    });
    if ('rejected' in code) return code;
    const text = translate('sms.code', { code: code.code, name: brand.names.english });
    if (!(await queueText(trx, appContext, { brand: brand.id, phone, purpose: 'register', text, now })))
      return { rejected: 'tooManyToday' } as const;
    await rememberCode(trx, input.visitorId, { phone, deviceId });
    return code;
  });
  if (!('rejected' in result)) return { seconds: resendSeconds };
  if (result.rejected === 'tooSoon')
    return reject('tooSoon', {
      field: 'phone',
      seconds: result.seconds,
      text: translate('rejection.codeTooSoon', { seconds: result.seconds }),
    });
  return reject(result.rejected === 'tooBusy' ? 'tooBusy' : 'tooManyToday', { field: 'phone' });
}
