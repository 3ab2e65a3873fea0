import { currentCell } from './current-cell.ts';

/**
 * The mark of a cell in what the cell makes, by which a request finds the cell without asking anything. What cell 0 makes has no
 * mark: an id is a UUIDv7, a token or code has its usual length. Another cell's id is a UUIDv8 with the cell in the 12 bits after
 * the version, and the time where UUIDv7 has it, so that ids still sort by time. Its tokens and codes begin with two more
 * characters of their alphabet. A mark is no secret and proves nothing: the cell looks the whole value up.
 */

/** Characters that cannot be confused when a code is read out. */
export const readableCharacters = '23456789ACDEFHJKMNPRTVWXY';
const tokenCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The highest number of a cell: two readable characters. */
export const maxCell = readableCharacters.length ** 2 - 1;

function encode(cell: number, alphabet: string): string {
  return cell === 0
    ? ''
    : alphabet.charAt(Math.floor(cell / alphabet.length)) + alphabet.charAt(cell % alphabet.length);
}

/** The cell of a text's first two characters; undefined: they are no mark. */
function decode(text: string, alphabet: string): number | undefined {
  const [high, low] = [alphabet.indexOf(text.charAt(0)), alphabet.indexOf(text.charAt(1))];
  const cell = high < 0 || low < 0 ? 0 : high * alphabet.length + low;
  return cell > 0 && cell <= maxCell ? cell : undefined;
}

/** Marks a token of base64url. */
export const markToken = (token: string, cell = currentCell()): string =>
  encode(cell, tokenCharacters) + token;

/** Marks a code of an alphabet that contains the readable characters. */
export const markCode = (code: string, cell = currentCell()): string =>
  encode(cell, readableCharacters) + code;

/** The cell of a token or code that has `length` characters without a mark; undefined: it is none of ours. */
export function cellOfToken(token: string, length: number): number | undefined {
  if (token.length === length) return 0;
  return token.length === length + 2 ? decode(token, tokenCharacters) : undefined;
}

/** Like `cellOfToken`, for a code. */
export function cellOfCode(code: string, length: number): number | undefined {
  if (code.length === length) return 0;
  return code.length === length + 2 ? decode(code, readableCharacters) : undefined;
}

/** Marks a UUIDv7. */
export const markId = (id: string, cell = currentCell()): string =>
  cell === 0 ? id : `${id.slice(0, 14)}8${cell.toString(16).padStart(3, '0')}${id.slice(18)}`;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])([0-9a-f]{3})-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** The cell of an id; undefined: it is no UUID, or its mark is of no cell. */
export function cellOfId(id: string): number | undefined {
  const [, version, mark = ''] = uuid.exec(id) ?? [];
  if (version === undefined) return undefined;
  if (version !== '8') return 0;
  const cell = Number.parseInt(mark, 16);
  return cell > 0 && cell <= maxCell ? cell : undefined;
}

const markedId =
  /(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![0-9a-f])/gi;

/** The cell of the first marked id in a text, as in a provider's message; undefined: there is none. */
export function cellInText(text: string): number | undefined {
  for (const [id] of text.matchAll(markedId)) {
    const cell = cellOfId(id);
    if (cell !== undefined) return cell;
  }
  return undefined;
}
