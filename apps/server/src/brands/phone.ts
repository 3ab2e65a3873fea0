import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import type { FieldCipher } from '../platform/crypto/field-cipher.ts';
import type { Brand } from './brand.ts';
import { markets } from './markets/markets.ts';

/** PROM-05: eleven digits, 1 and then 3 to 9. */
const specifiedPattern = /^1[3-9]\d{9}$/;
const specifiedCountryCode = '86';

/** Normalises a typed mobile number to E.164; undefined if it is not a mobile number of the brand's market. */
export function mobileNumber(brand: Brand, typed: string): string | undefined {
  const { mobiles } = markets[brand.market];
  const compact = typed.replace(/[\s().-]/g, '');
  if (!/^\+?\d{6,15}$/.test(compact)) return undefined;
  if (mobiles === 'letter') {
    const digits = compact.replace('+', '');
    const national = digits.length > 11 && digits.startsWith(specifiedCountryCode) ? digits.slice(2) : digits;
    return specifiedPattern.test(national) ? `+${specifiedCountryCode}${national}` : undefined;
  }
  const parsed = parsePhoneNumberFromString(compact, mobiles);
  // Only the library's mobile metadata is loaded, so a valid number is a mobile number.
  return parsed?.country === mobiles && parsed.isValid() ? parsed.number : undefined;
}

/** A keyed digest of a phone number for the log: lines about one number can be joined without revealing it. */
export function phoneMark(cipher: FieldCipher, phone: string): string {
  return cipher.digest(`log ${phone}`).toString('hex').slice(0, 16);
}
