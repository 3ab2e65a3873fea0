/** Who acts by a tool: a name of the lender's own, as the audit trail keeps it. Throws with one line. */
export function personOf(by: string | undefined): string {
  const name = by?.normalize('NFKC').trim() ?? '';
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._@'-]{1,58}$/u.test(name))
    throw new Error('Say who acts: --by NAME (letters, digits, . _ @ - and spaces).');
  return name;
}

/** What a person writes to a borrower: one line of printable text. Undefined for none. Throws with one line. */
export function wordsOf(text: string | undefined): string | undefined {
  const words = text?.normalize('NFC').trim();
  if (words === undefined) return undefined;
  if (words === '' || words.length > 500 || /[\p{Cc}\p{Cf}]/u.test(words))
    throw new Error('What the borrower reads has 1 to 500 characters, and no control characters.');
  return words;
}
