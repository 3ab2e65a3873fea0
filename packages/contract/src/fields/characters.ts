/** One character as a person counts it: a flag of two letters, or a sign with its accents, skin tone and joined parts. */
const character =
  /\p{Regional_Indicator}{2}|\r\n|[^\p{M}\u200d][\p{M}\p{Emoji_Modifier}\u{e0020}-\u{e007f}]*(?:\u200d[^\p{M}\u200d][\p{M}\p{Emoji_Modifier}\u{e0020}-\u{e007f}]*)*|[\s\S]/gu;

/**
 * The number of characters that a person sees: an emoji family, a flag or an accented letter is one. The web app and the server
 * share this function because older engines lack `Intl.Segmenter` (CMP-06, CMP-07).
 */
export function countCharacters(text: string): number {
  return (text.match(character) ?? []).length;
}

/** The first `maxCount` characters of a text. No character is split. */
export function firstCharacters(text: string, maxCount: number): string {
  return (text.match(character) ?? []).slice(0, maxCount).join('');
}
