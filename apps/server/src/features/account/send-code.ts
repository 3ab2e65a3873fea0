import type * as calls from '@hiram/contract/account';
import type { CallInput, CallOutput, RejectionOf } from '@hiram/contract/call';
import { codeRequester } from '../../api/code-requester.ts';
import type { OpenHandler, RequestContext } from '../../api/serve.ts';
import { mobileNumber, phoneMark } from '../../brands/phone.ts';
import { queueText } from '../../messaging/messages.ts';
import { makeCode } from '../../messaging/one-time-codes.ts';
import { checkCaptcha } from '../../messaging/visitors.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { type Rejection, reject } from '../../platform/errors/rejection.ts';

/** Seconds until the page allows another code. */
const resendSeconds = 60;

type CodeAnswer = CallOutput<typeof calls.smsCode> | Rejection<RejectionOf<typeof calls.smsCode>>;

/** Sends a code as a text message. */
export const textCode: OpenHandler<typeof calls.smsCode> = (input, requestContext) =>
  sendCode(input, requestContext, false);

/** Speaks a code in a phone call, if the provider can call. */
export const callWithCode: OpenHandler<typeof calls.voiceCode> = async (input, requestContext) =>
  requestContext.appContext.ports.sms.canCall ? sendCode(input, requestContext, true) : reject('noCalls');

async function sendCode(
  input: CallInput<typeof calls.smsCode>,
  requestContext: RequestContext,
  voice: boolean,
): Promise<CodeAnswer> {
  const { appContext, brand, translate, now, addLogFields } = requestContext;
  const phone = mobileNumber(brand, input.phone);
  if (!phone) return reject('malformedPhone', { field: 'phone' });
  addLogFields({ mark: phoneMark(appContext.cipher, phone) });
  const purpose = input.purpose ?? 'login';
  const captcha = await captchaOf(requestContext, input);
  if (captcha === 'wrong' || captcha === 'lapsed') return rejectedCaptcha(captcha);
  const result = await inTransaction(appContext.db, async (trx) => {
    const requester = codeRequester(requestContext, phone, purpose);
    const code = await makeCode(trx, appContext, {
      ...requester,
      captcha: captcha === 'right',
      voice,
      now,
    });
    if ('rejected' in code) return code;
    const text = translate(voice ? 'sms.voiceCode' : 'sms.code', {
      // The call reads the code digit by digit.
      code: voice ? code.code.split('').join(', ') : code.code,
      name: brand.names.english,
    });
    const message = { brand: brand.id, phone, purpose, text, voice, now };
    return (await queueText(trx, appContext, message)) ? code : ({ rejected: 'tooManyToday' } as const);
  });
  if (!('rejected' in result)) return { seconds: resendSeconds, canCall: appContext.ports.sms.canCall };
  if (result.rejected === 'tooSoon')
    return reject('tooSoon', {
      field: 'phone',
      seconds: result.seconds,
      text: translate('rejection.codeTooSoon', { seconds: result.seconds }),
    });
  return reject(result.rejected, { field: result.rejected === 'captchaNeeded' ? 'captchaText' : 'phone' });
}

/** The captcha's result; undefined if the form carries none. A captcha is used up by its first use. */
async function captchaOf(
  { appContext, brand, now }: RequestContext,
  { visitorId = '', captchaText = '' }: CallInput<typeof calls.smsCode>,
) {
  return captchaText === ''
    ? undefined
    : checkCaptcha(appContext.db, { brand: brand.id, visitorId, answer: captchaText }, now);
}

/** The rejection of a captcha. A right but expired one gets its own text. */
function rejectedCaptcha(result: 'wrong' | 'lapsed'): Rejection<'wrongCaptcha'> {
  return reject('wrongCaptcha', {
    field: 'captchaText',
    ...(result === 'lapsed' ? { textId: 'rejection.captchaLapsed' as const } : {}),
  });
}
