/** The grouping of a field's digits while they are typed (CFG-04, CFG-05, CFG-06); `phone-…` is a country's mobile format. */
export type PhoneFormat = 'phone' | 'phone-ph' | 'phone-in' | 'phone-id';
export type InputFormat = PhoneFormat | 'card' | 'number' | 'day';

/** Groups the digits of an amount. */
export type Grouping = (digits: string) => string;

const rules = {
  phone: { maxDigits: 11, groups: [3, 4, 4] },
  'phone-ph': { maxDigits: 11, groups: [4, 3, 4] },
  'phone-in': { maxDigits: 11, groups: [5] },
  'phone-id': { maxDigits: 13, groups: [4] },
  card: { maxDigits: 32, groups: [4] },
  day: { maxDigits: 8, groups: [2, 2, 4] },
  number: { maxDigits: Number.POSITIVE_INFINITY, groups: [] },
} as const;

/** By country code, which has two digits in every market: the national prefix of a mobile number without the code. */
const nationalStart: Readonly<Record<string, string>> = { '63': '0', '62': '0', '91': '', '86': '' };
const countryCodeDigits = 2;
/** Shorter numbers are still being typed. */
const minWithCode = 11;

/** The national form of an international number: `+63 917 123 4567` becomes `09171234567`. */
function nationalDigits(digits: string, maxDigits: number): string {
  const start = nationalStart[digits.slice(0, countryCodeDigits)];
  const isWhole = start !== undefined && digits.length >= minWithCode;
  if (!isWhole && digits.length <= maxDigits) return digits;
  const rest = digits.slice(countryCodeDigits);
  const national = (start ?? '') + rest;
  return national.length > maxDigits ? rest : national;
}

/** The digits of a text, as many as the format allows; a phone number without its country code. */
export function digitsOf(format: InputFormat | Grouping, text: string): string {
  const digits = text.replace(/\D/g, '');
  if (typeof format === 'function') return digits;
  const { maxDigits } = rules[format];
  const isInternational = format.startsWith('phone') && /^\s*\+/.test(text);
  return (isInternational ? nationalDigits(digits, maxDigits) : digits).slice(0, maxDigits);
}

/** A mobile number without its leading 0, as in an international number, has one digit less in its first group. */
function groupsOf(format: InputFormat, digits: string): readonly number[] {
  if (format === 'phone-ph' && digits.charAt(0) === '9') return [3, 3, 4];
  if (format === 'phone-id' && digits.charAt(0) === '8') return [3, 4, 4];
  return rules[format].groups;
}

/**
 * The format in which typed digits are displayed for comparison with a card or another app. A Philippine mobile is
 * grouped as is usual there, even where the field groups it 3-4-4 (CFG-04).
 */
export function shownFormat(format: InputFormat, digits: string): InputFormat {
  if (format === 'number') return 'card';
  return format === 'phone' && /^09/.test(digits) ? 'phone-ph' : format;
}

/** Groups digits by the format: phone 3-4-4, card in fours, number ungrouped. */
export function formatDigits(format: InputFormat | Grouping, text: string): string {
  const digits = digitsOf(format, text);
  if (typeof format === 'function') return format(digits);
  const groups = groupsOf(format, digits);
  if (groups.length === 0) return digits;
  const parts: string[] = [];
  for (let start = 0, index = 0; start < digits.length; index += 1) {
    const size = groups[Math.min(index, groups.length - 1)] ?? digits.length;
    parts.push(digits.slice(start, start + size));
    start += size;
  }
  return parts.join(' ');
}

/** The caret position after formatting: after as many digits as were before it. */
function caretAfter(formatted: string, digitsBefore: number): number {
  let seen = 0;
  for (let index = 0; index < formatted.length; index += 1) {
    if (seen === digitsBefore) return index;
    if (/\d/.test(formatted.charAt(index))) seen += 1;
  }
  return formatted.length;
}

/** A field's content after typing or pasting: the digits, their grouped text, and the caret position in that text. */
export function typedDigits(
  format: InputFormat | Grouping,
  typed: { readonly text: string; readonly caret: number; readonly maxDigits?: number | undefined },
): { readonly digits: string; readonly text: string; readonly caret: number } {
  const digits = digitsOf(format, typed.text).slice(0, typed.maxDigits || undefined);
  const text = formatDigits(format, digits);
  const digitsBefore = digitsOf(format, typed.text.slice(0, typed.caret)).length;
  return { digits, text, caret: caretAfter(text, digitsBefore) };
}
