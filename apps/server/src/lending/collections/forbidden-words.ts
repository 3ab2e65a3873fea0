import beginnings from '../../../../../brands/conduct-words.json' with { type: 'json' };

/**
 * Rules of conduct that a collector's note can break (SEC MC 18-2019, section 1; RBI FAQ of 12 August 2022;
 * POJK 22/2023, article 62).
 */
const conductRules = ['threat', 'insult', 'shame', 'thirdParty'] as const;
export type ConductRule = (typeof conductRules)[number];

const written = (text: string) =>
  ` ${text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(
      /[013457@$]/g,
      (sign) =>
        ({ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' })[sign] ?? sign,
    )
    .replace(/[^\p{L}]+/gu, ' ')} `;

/** Beginnings of words by rule, of every language. A space matches any number of spaces. */
const wordsOf = conductRules.map((rule) => ({
  rule,
  words: Object.values(beginnings[rule]).flatMap((words) => words.map((word) => written(word).trimEnd())),
}));

/**
 * The first rule that a note breaks; undefined: none. Accents, signs between letters and digits in place of
 * letters hide nothing.
 */
export function brokenRule(note: string): ConductRule | undefined {
  const text = written(note);
  return wordsOf.find(({ words }) => words.some((word) => text.includes(word)))?.rule;
}
