/** Letters that Unicode does not decompose into a base letter and a mark. */
const foldedLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
};

/** Name particles that are written apart or as one word: `de la Cruz`, `dela Cruz`, `Delacruz`. */
const particles = new Set([
  'de',
  'la',
  'dela',
  'del',
  'delos',
  'delas',
  'los',
  'las',
  'da',
  'dos',
  'di',
  'van',
  'von',
  'der',
  'den',
]);

/** Abbreviations of given names and of saints that banks and civil registries both use. */
const abbreviations: Readonly<Record<string, string>> = { ma: 'maria', sta: 'santa', sto: 'santo' };

/**
 * The words of a name, folded: compatibility forms, case, accents and invisible characters are removed, and particles are joined
 * to the word that follows. Letters of other scripts are not transliterated, so a look-alike letter does not match the letter
 * that it imitates.
 */
export function nameWords(name: string): readonly string[] {
  const folded = name
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/[ßæœøđðłıþ]/g, (letter) => foldedLetters[letter] ?? letter)
    // An apostrophe or a hyphen belongs to its word: O'Brien, Reyes-Cruz.
    .replace(/['’ʼ`-]/g, '');
  const words = folded.split(/[^\p{L}]+/u).filter((word) => word !== '');
  const joined: string[] = [];
  let prefix = '';
  for (const word of words) {
    if (particles.has(word)) prefix += word;
    else {
      joined.push(prefix + (abbreviations[word] ?? word));
      prefix = '';
    }
  }
  if (prefix !== '') joined.push(prefix);
  return joined;
}

const suffixes = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);

/**
 * Reports whether the surname of one name, its last word, is a word of the other. So a surname that is
 * written first is found, and a mother's surname as middle name, which cousins share.
 */
export function sharesSurname(name: string, otherName: string): boolean {
  const [words, otherWords] = [name, otherName].map((each) =>
    nameWords(each).filter((word) => !suffixes.has(word)),
  ) as [string[], string[]];
  return otherWords.includes(words.at(-1) ?? '') || words.includes(otherWords.at(-1) ?? '');
}

const isInitial = (word: string) => [...word].length === 1;
/** Two names need this many whole words in common to match, unless neither name has that many. */
const minWholeWords = 2;

/**
 * Reports whether two names can belong to one person. Order, case, accents, punctuation and particles do not
 * matter; a middle name may be an initial, and an initial may be missing. A whole word that only one name has
 * (another given name, `Jr`) makes them different, and a reviewer decides. Never throws.
 */
export function isSameName(name: string, otherName: string): boolean {
  const [first, second] = [nameWords(name), nameWords(otherName)];
  const unmatchedSecond = [...second];
  const unmatchedFirst: string[] = [];
  let matchedWholeWords = 0;
  for (const word of first) {
    const index = unmatchedSecond.indexOf(word);
    if (index < 0) unmatchedFirst.push(word);
    else {
      unmatchedSecond.splice(index, 1);
      if (!isInitial(word)) matchedWholeWords += 1;
    }
  }
  const needed = Math.min(minWholeWords, Math.max(wholeWords(first), wholeWords(second)));
  if (matchedWholeWords === 0 || matchedWholeWords < needed) return false;
  return hasPartners(unmatchedFirst, unmatchedSecond) && hasPartners(unmatchedSecond, unmatchedFirst);
}

const wholeWords = (words: readonly string[]) => words.filter((word) => !isInitial(word)).length;

/** Reports whether each whole word has its initial among `others`, each initial used once. Initials need no partner. */
function hasPartners(words: readonly string[], others: readonly string[]): boolean {
  const freeInitials = others.filter(isInitial);
  for (const word of words.filter((candidate) => !isInitial(candidate))) {
    const index = freeInitials.indexOf([...word][0] ?? '');
    if (index < 0) return false;
    freeInitials.splice(index, 1);
  }
  // An unused initial contradicts a whole middle name that starts with another letter.
  return freeInitials.length === 0 || words.every(isInitial);
}

/** Reports whether two names can be one person's, in whatever notation: *Ana M. Santos* and *santos, ana* are. */
export function isOnePerson(name: string, otherName: string): boolean {
  return name.toLowerCase() === otherName.toLowerCase() || isSameName(name, otherName);
}
