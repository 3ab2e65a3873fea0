import type { PhoneFormat } from '../kit/controls/format-input.ts';

/** The digits of the shortest mobile number, without a leading zero. */
const leastDigits: Readonly<Record<PhoneFormat, number>> = {
  phone: 11,
  'phone-ph': 10,
  'phone-in': 10,
  'phone-id': 9,
};

/** Reports whether digits are missing from a mobile number. Whether it is one, the server alone knows. */
export function isShortPhone(format: PhoneFormat, digits: string): boolean {
  return digits.replace(/^0/, '').length < leastDigits[format];
}
