import type { CallInput, CallOutput, RefusalOf } from '@hiram/contract/call';
import type { getSms } from '@hiram/contract/promotion';
import type { Visit } from '../../api/serve.ts';
import { mobileNumber, phoneMark } from '../../brands/phone.ts';
import type { House } from '../../context/app-context.ts';
import { queueText } from '../../messaging/messages.ts';
import { makeCode } from '../../messaging/one-time-codes.ts';
import { rememberCode, takeCaptcha } from '../../messaging/visitors.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { type Refused, refuse } from '../../platform/errors/rejection.ts';
import { tokenHash } from '../../platform/http/session.ts';

/** A captcha that does not count; one that was right says that it lapsed, so that nobody doubts their eyes. */
export function refuseCaptcha(how: 'wrong' | 'lapsed'): Refused<'wrongCaptcha'> {
  return refuse('wrongCaptcha', {
    field: 'capcode',
    ...(how === 'lapsed' ? { textId: 'refusal.captchaLapsed' as const } : {}),
  });
}

/** PROM-10: until another code can be asked for. */
const resendSeconds = 60;

/** Sends a registration code to whoever read the captcha (PROM-09). The answer does not tell whether the number is registered. */
export async function sendCode(
  house: House,
  input: CallInput<typeof getSms>,
  visit: Visit,
): Promise<CallOutput<typeof getSms> | Refused<RefusalOf<typeof getSms>>> {
  const { brand, context, proof, speak, address, now } = visit;
  const phone = mobileNumber(brand, input.phone);
  if (!phone) return refuse('malformedPhone', { field: 'phone' });
  visit.tell({ mark: phoneMark(house.seal, phone) });
  // Used up by the first that names it, right or wrong.
  const captcha = await takeCaptcha(house.db, brand.id, input.sid, input.capcode, now);
  if (captcha !== 'right') return refuseCaptcha(captcha);
  const made = await inTransaction(house.db, async (trx) => {
    const code = await makeCode(trx, house.seal, {
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
    if (!('refused' in code)) {
      const text = speak('sms.code', { code: code.code, name: brand.names.english });
      if (!(await queueText(trx, house, { brand: brand.id, phone, purpose: 'register', text, now })))
        return { refused: 'tooManyToday' } as const;
      await rememberCode(trx, input.sid, phone);
    }
    return code;
  });
  if (!('refused' in made)) return { seconds: resendSeconds };
  return made.refused === 'tooSoon'
    ? refuse('tooSoon', { field: 'phone', text: speak('refusal.codeTooSoon', { seconds: made.seconds }) })
    : refuse(made.refused === 'tooBusy' ? 'tooBusy' : 'tooManyToday', { field: 'phone' });
}
