import { commonWords } from './common-words.ts';

/** How people write letters with other signs. */
const written: Readonly<Record<string, string>> = {
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
const rows = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
];
const columns =
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/ qazwsxedcrfvtgbyhnujmikolp zaq1xsw2cde3vfr4bgt5nhy6mju7 !qaz@wsx#edc';
/** Over the keys of a telephone or a number pad. */
const pads = [
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
  ...rows,
  ...rows.map(reversed),
  ...pads,
  ...pads.map(reversed),
  columns,
  reversed(columns),
].map((row) => row + row);

/** `text` in pieces that each walk along a row of the keyboard, up or down, or repeat one sign: at most three of them. */
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

/** A piece of at most four signs, over and over. */
function isRepeated(text: string): boolean {
  return [1, 2, 3, 4].some((length) => text.slice(0, length).repeat(text.length).startsWith(text));
}

/** Every second sign of it is a walk, and so is what lies between: `q1w2e3r4`. */
function isWoven(text: string): boolean {
  const [odd, even] = [0, 1].map((rest) => [...text].filter((_, at) => at % 2 === rest).join(''));
  return [odd, even].every((half) => half !== undefined && walks.some((walk) => walk.includes(half)));
}

/** Is it a day, in any order that people write one, or two years? */
function isDay(text: string): boolean {
  return (
    /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])(19|20)\d\d$/.test(text) ||
    /^(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(19|20)\d\d$/.test(text) ||
    /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(text) ||
    /^((19|20)\d\d){2}$/.test(text)
  );
}

/** The word, or the two words, that are left of a password without its digits and signs at either end. */
function isOfWords(letters: string, words: ReadonlySet<string>): boolean {
  if (letters.length < 3) return false;
  if (words.has(letters)) return true;
  // Systems of old cut passwords after eight signs, and people kept them so.
  if (letters.length === 8 && [...words].some((word) => word.startsWith(letters))) return true;
  for (let at = 1; at < letters.length; at += 1) {
    const [front, back] = [letters.slice(0, at), letters.slice(at)];
    const small = front.length < 3 || back.length < 3;
    if (small ? words.has(front.length < 3 ? back : front) : words.has(front) && words.has(back)) return true;
  }
  return false;
}

/**
 * Would somebody who guesses try it early? A common word or two of them, in any case, with digits or signs around or in place
 * of letters; a walk along the keyboard; a repeated piece; a day. `own` are further words: the lender's names.
 */
export function isGuessedFirst(password: string, own: readonly string[] = []): boolean {
  const low = password.normalize('NFKC').toLowerCase();
  const words =
    own.length === 0 ? commonWords : new Set([...commonWords, ...own.map((word) => word.toLowerCase())]);
  if (isRepeated(low) || isDay(low) || isWalk(low) || isWoven(low)) return true;
  const half = low.slice(0, low.length / 2);
  if (low.length % 2 === 0 && (low === half + half || low === half + reversed(half))) return true;
  const plain = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const letters = [...low].map((sign) => written[sign] ?? sign).join('');
  return [
    plain(low),
    plain(letters),
    plain([...plain(low)].map((sign) => written[sign] ?? sign).join('')),
  ].some((text) => isOfWords(text, words) || isOfWords(reversed(text), words));
}
