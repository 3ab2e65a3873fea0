import type { requestCaptchaChallenge, solveCaptchaChallenge } from '@hiram/contract/promotion';
import type { OpenHandler } from '../../api/serve.ts';
import { newCaptcha } from '../../messaging/visitors.ts';
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import { consumeChallenge, createChallenge } from './captcha-work.ts';

/** Gives a challenge whose solution replaces the captcha's picture. */
export const requestChallenge: OpenHandler<typeof requestCaptchaChallenge> = async (
  { visitorId },
  { appContext, brand, address, now, db },
) => {
  const work = await createChallenge(db, appContext.cipher, { brand: brand.id, visitorId, address, now });
  if (work === undefined) throw new NotFound('visitor');
  return work === 'tooMuchWork' ? reject('tooMuchWork', { values: { phone: brand.servicePhone } }) : work;
};

/** Takes a solved challenge and gives a captcha's answer for it. */
export const solveChallenge: OpenHandler<typeof solveCaptchaChallenge> = async (
  { visitorId, nonce },
  { appContext, brand, address, now, db },
) => {
  const result = await consumeChallenge(db, appContext.cipher, {
    brand: brand.id,
    visitorId,
    nonce,
    address,
    now,
  });
  if (result !== 'accepted') return reject(result, { values: { phone: brand.servicePhone } });
  const captchaText = await newCaptcha(
    db,
    visitorId,
    now,
    appContext.config.sandbox ? appContext.cipher : undefined,
  );
  return captchaText === undefined ? reject('wrongWork') : { captchaText };
};
