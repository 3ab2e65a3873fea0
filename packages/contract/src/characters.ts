/** One character as a person counts: a flag of two letters, or a sign with all that leans on it (accents, skin tone, joined parts). */
const character =
  /\p{Regional_Indicator}{2}|\r\n|[^\p{M}\u200d][\p{M}\p{Emoji_Modifier}\u{e0020}-\u{e007f}]*(?:\u200d[^\p{M}\u200d][\p{M}\p{Emoji_Modifier}\u{e0020}-\u{e007f}]*)*|[\s\S]/gu;

/**
 * How many characters a person sees: an emoji family, a flag or an accented letter is one. The web app and the server count
 * with this same function, since older engines have none of their own (CMP-06, CMP-07).
 */
export function countCharacters(text: string): number {
  return (text.match(character) ?? []).length;
}

/** The text's first `most` characters, none of them cut in two. */
export function firstCharacters(text: string, most: number): string {
  return (text.match(character) ?? []).slice(0, most).join('');
}
