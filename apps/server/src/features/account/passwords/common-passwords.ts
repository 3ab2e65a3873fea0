import { commonWords } from './common-words.ts';

/** Common substitutes of letters. */
const substitutes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const keyboardRows = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
];
const keyboardColumns =
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/ qazwsxedcrfvtgbyhnujmikolp zaq1xsw2cde3vfr4bgt5nhy6mju7 !qaz@wsx#edc';
/** Walks over the keys of a phone or a number pad. */
const padWalks = [
  '147258369',
  '741852963',
  '369258147',
  '963852741',
  '147852369',
  '159357',
  '123698745',
  '789456123',
  '14789632',
  '1029384756',
];
const reversed = (text: string) => [...text].reverse().join('');
const walks = [
  ...keyboardRows,
  ...keyboardRows.map(reversed),
  ...padWalks,
  ...padWalks.map(reversed),
  keyboardColumns,
  reversed(keyboardColumns),
].map((row) => row + row);

/**
 * Whether the text consists of at most three pieces, each a walk along the keyboard in either direction or a repeated character.
 */
function isWalk(text: string): boolean {
  let pieces = 0;
  for (let rest = text; rest !== ''; pieces += 1) {
    let length = /^(.)\1*/u.exec(rest)?.[0].length ?? 1;
    for (let longer = length + 1; longer <= rest.length; longer += 1)
      if (walks.some((walk) => walk.includes(rest.slice(0, longer)))) length = longer;
    if (pieces === 3) return false;
    rest = rest.slice(length);
  }
  return pieces <= Math.max(1, Math.floor(text.length / 3));
}

/** Whether the text repeats a piece of at most four characters. */
function isRepeated(text: string): boolean {
  return [1, 2, 3, 4].some((length) => text.slice(0, length).repeat(text.length).startsWith(text));
}

/** Whether the text interleaves two walks, such as `q1w2e3r4`. */
function isWoven(text: string): boolean {
  const [odd, even] = [0, 1].map((rest) => [...text].filter((_, index) => index % 2 === rest).join(''));
  return [odd, even].every((half) => half !== undefined && walks.some((walk) => walk.includes(half)));
}

/** Whether the text is a date in a common order, or two years. */
function isDay(text: string): boolean {
  return (
    /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])(19|20)\d\d$/.test(text) ||
    /^(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(19|20)\d\d$/.test(text) ||
    /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(text) ||
    /^((19|20)\d\d){2}$/.test(text)
  );
}

/** Whether the letters are one or two of the words. */
function isOfWords(letters: string, words: ReadonlySet<string>): boolean {
  if (letters.length < 3) return false;
  if (words.has(letters)) return true;
  // Old systems truncated passwords to eight characters, and truncated words are still in use.
  if (letters.length === 8 && [...words].some((word) => word.startsWith(letters))) return true;
  for (let index = 1; index < letters.length; index += 1) {
    const [front, back] = [letters.slice(0, index), letters.slice(index)];
    const small = front.length < 3 || back.length < 3;
    if (small ? words.has(front.length < 3 ? back : front) : words.has(front) && words.has(back)) return true;
  }
  return false;
}

/**
 * Whether a password is among the first guesses: one or two common words in any case, with digits or other characters around or
 * instead of letters; a keyboard walk; a repeated piece; a date. `own` are further words: the lender's names.
 */
export function isGuessedFirst(password: string, own: readonly string[] = []): boolean {
  const lower = password.normalize('NFKC').toLowerCase();
  const words =
    own.length === 0 ? commonWords : new Set([...commonWords, ...own.map((word) => word.toLowerCase())]);
  if (isRepeated(lower) || isDay(lower) || isWalk(lower) || isWoven(lower)) return true;
  const half = lower.slice(0, lower.length / 2);
  if (lower.length % 2 === 0 && (lower === half + half || lower === half + reversed(half))) return true;
  const trimmed = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const letters = [...lower].map((character) => substitutes[character] ?? character).join('');
  return [
    trimmed(lower),
    trimmed(letters),
    trimmed([...trimmed(lower)].map((character) => substitutes[character] ?? character).join('')),
  ].some((text) => isOfWords(text, words) || isOfWords(reversed(text), words));
}
