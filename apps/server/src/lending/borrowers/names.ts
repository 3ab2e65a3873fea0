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
 * The words of a name, folded: compatibility forms, case, accents and invisible characters removed, particles joined to the
 * word that follows. Letters of another script stay what they are, so a look-alike does not become its model.
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

const isInitial = (word: string) => [...word].length === 1;
/** Below this many whole words in common two names are not one person's, unless the name has no more of them. */
const minWholeWords = 2;

/**
 * Do two names belong to one person, as far as names can tell? Order, case, accents, punctuation and particles do not
 * matter; a middle name may be an initial, or an initial be left out. A whole word that only one of them has (another given
 * name, `Jr`) makes them different: whoever is asked to look decides. Never throws.
 */
export function isSameName(one: string, other: string): boolean {
  const [first, second] = [nameWords(one), nameWords(other)];
  const left = [...second];
  const open: string[] = [];
  let whole = 0;
  for (const word of first) {
    const place = left.indexOf(word);
    if (place < 0) open.push(word);
    else {
      left.splice(place, 1);
      if (!isInitial(word)) whole += 1;
    }
  }
  const needed = Math.min(minWholeWords, Math.max(wholeWords(first), wholeWords(second)));
  if (whole === 0 || whole < needed) return false;
  return hasPartners(open, left) && hasPartners(left, open);
}

const wholeWords = (words: readonly string[]) => words.filter((word) => !isInitial(word)).length;

/** Has each whole word its initial among `others`, each of those used once? Initials need no partner. */
function hasPartners(words: readonly string[], others: readonly string[]): boolean {
  const free = others.filter(isInitial);
  for (const word of words.filter((one) => !isInitial(one))) {
    const place = free.indexOf([...word][0] ?? '');
    if (place < 0) return false;
    free.splice(place, 1);
  }
  // An initial beside a whole middle name that it does not begin is another name: it must not be left over there.
  return free.length === 0 || words.every(isInitial);
}
