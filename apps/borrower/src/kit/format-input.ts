/** How a field's digits are grouped while they are typed (CFG-04, CFG-05, CFG-06). */
export type InputFormat = 'phone' | 'card' | 'number';

const rules = {
  phone: { most: 11, groups: [3, 4, 4] },
  card: { most: 32, groups: [4] },
  number: { most: Number.POSITIVE_INFINITY, groups: [] },
} as const;

/** The digits of a text, as many as the format takes. */
export function digitsOf(format: InputFormat, text: string): string {
  return text.replace(/\D/g, '').slice(0, rules[format].most);
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
