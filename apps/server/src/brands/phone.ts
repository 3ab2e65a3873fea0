import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import type { FieldCipher } from '../platform/crypto/field-cipher.ts';
import type { Brand } from './brand.ts';
import { markets } from './markets/markets.ts';

/** PROM-05, to the letter: eleven digits, 1 and then 3 to 9. */
const letter = /^1[3-9]\d{9}$/;
const letterCountry = '86';

/** A mobile number as typed, in any of the usual ways → E.164; undefined for what the brand's market does not take for one. */
export function mobileNumber(brand: Brand, typed: string): string | undefined {
  const { mobiles } = markets[brand.market];
  const compact = typed.replace(/[\s().-]/g, '');
  if (!/^\+?\d{6,15}$/.test(compact)) return undefined;
  if (mobiles === 'letter') {
    const digits = compact.replace('+', '');
    const national = digits.length > 11 && digits.startsWith(letterCountry) ? digits.slice(2) : digits;
    return letter.test(national) ? `+${letterCountry}${national}` : undefined;
  }
  const found = parsePhoneNumberFromString(compact, mobiles);
  // The library's mobile numbers alone are loaded, so a valid one is a mobile.
  return found?.country === mobiles && found.isValid() ? found.number : undefined;
}

/** What stands for a number in the log: lines about one number can be joined, and nobody reads it out of them. */
export function phoneMark(cipher: FieldCipher, phone: string): string {
  return cipher.digest(`log ${phone}`).toString('hex').slice(0, 16);
}
