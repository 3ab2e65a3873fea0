/** The basic characters of GSM 03.38: a text of these alone has 160 characters in one segment, any other 70. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Characters that take the place of two. */
const extended = new Set('\f^{}\\[~]|€');

/** Characters of texts and their substitutes in an SMS: a currency sign would more than double its cost. */
const substitutes: readonly (readonly [RegExp, string])[] = [
  [/₱\s?/g, 'PHP '],
  [/₹\s?/g, 'Rs '],
  [/[‘’]/g, "'"],
  [/[“”]/g, '"'],
  [/[–—−]/g, '-'],
  [/…/g, '...'],
  [/\u00a0|\u202f/g, ' '],
];

/** A text in the characters of GSM-7, where its language has them. */
export function smsText(text: string): string {
  return substitutes.reduce((written, [sign, word]) => written.replace(sign, word), text);
}

/** The segments that a provider charges for a text. Several segments bear a header each (3GPP TS 23.040). */
export function smsSegments(text: string): { readonly encoding: 'gsm7' | 'ucs2'; readonly segments: number } {
  let septets = 0;
  for (const character of text) {
    if (basic.has(character)) septets += 1;
    else if (extended.has(character)) septets += 2;
    else return { encoding: 'ucs2', segments: text.length <= 70 ? 1 : Math.ceil(text.length / 67) };
  }
  return { encoding: 'gsm7', segments: septets <= 160 ? 1 : Math.ceil(septets / 153) };
}
