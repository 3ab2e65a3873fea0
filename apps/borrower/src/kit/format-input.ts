/** How a field's digits are grouped while they are typed (CFG-04, CFG-05, CFG-06); `phone-…` as a country writes its mobiles. */
export type PhoneFormat = 'phone' | 'phone-ph' | 'phone-in' | 'phone-id';
export type InputFormat = PhoneFormat | 'card' | 'number';

const rules = {
  phone: { most: 11, groups: [3, 4, 4] },
  'phone-ph': { most: 11, groups: [4, 3, 4] },
  'phone-in': { most: 11, groups: [5] },
  'phone-id': { most: 13, groups: [4] },
  card: { most: 32, groups: [4] },
  number: { most: Number.POSITIVE_INFINITY, groups: [] },
} as const;

/** Every market's country code has two digits: 63, 91, 62. */
const countryCodeDigits = 2;

/**
 * The digits of a text, as many as the format takes. A phone number pasted as `+63 917 123 4567` would not fit: it goes
 * without its country code then, instead of losing its end.
 */
export function digitsOf(format: InputFormat, text: string): string {
  const digits = text.replace(/\D/g, '');
  const { most } = rules[format];
  const international = format.startsWith('phone') && digits.length > most && /^\s*\+/.test(text);
  return (international ? digits.slice(countryCodeDigits) : digits).slice(0, most);
}

/** Digits as the format shows them: phone 3-4-4, card in fours, number as they are. */
export function formatDigits(format: InputFormat, text: string): string {
  const digits = digitsOf(format, text);
  const { groups } = rules[format];
  if (groups.length === 0) return digits;
  const parts: string[] = [];
  for (let at = 0, index = 0; at < digits.length; index += 1) {
    const size = groups[Math.min(index, groups.length - 1)] ?? digits.length;
    parts.push(digits.slice(at, at + size));
    at += size;
  }
  return parts.join(' ');
}

/** Where the caret belongs after formatting: behind as many digits as stood before it. */
export function caretAfter(formatted: string, digitsBefore: number): number {
  let seen = 0;
  for (let index = 0; index < formatted.length; index += 1) {
    if (seen === digitsBefore) return index;
    if (/\d/.test(formatted.charAt(index))) seen += 1;
  }
  return formatted.length;
}

/** What a field holds after typing or pasting: the digits alone, their grouped text, and the caret in that text. */
export function typedDigits(
  format: InputFormat,
  typed: { readonly text: string; readonly caret: number; readonly most?: number | undefined },
): { readonly digits: string; readonly text: string; readonly caret: number } {
  const digits = digitsOf(format, typed.text).slice(0, typed.most || undefined);
  const text = formatDigits(format, digits);
  const before = digitsOf(format, typed.text.slice(0, typed.caret)).length;
  return { digits, text, caret: caretAfter(text, before) };
}
