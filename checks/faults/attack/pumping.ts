import { pump } from '@hiram/server/test/support/inputs/pumping-attack.ts';
import type { Attack } from './attacks.ts';

/** Requests without a captcha in each of the 240 seconds. */
const aSecond = 20;

/** Robots ask for sign-in codes, some with solved captchas; others must still be able to sign in. */
export const robotsPump: Attack = async (hiram, { later }) => {
  const { asked, sent, served } = await pump(hiram, { aSecond, tick: () => later(1_000) });
  console.log(`pumping: ${asked} hostile requests`);
  return [
    { what: 'of 40 newcomers elsewhere who signed in', value: served, limit: { atLeast: 38 } },
    { what: 'codes that the robots got', value: sent, limit: { atMost: 190 } },
  ];
};
