/** The text of a bank's file with its encoding, or the place where a second encoding begins, counted from 1. */
export type DecodedStatement =
  | { readonly text: string; readonly encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252' }
  | { readonly line: number; readonly character: number };

/**
 * Decodes a bank's file: UTF-8 or UTF-16 by its mark, UTF-8, or else Windows-1252, as spreadsheets write it. A file that is
 * written in two encodings is not decoded: no reading would be right everywhere.
 */
export function decodeStatement(bytes: Buffer): DecodedStatement {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' };
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    return hasUtf8Letter(bytes)
      ? placeOfSecond(bytes)
      : { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
  }
}

/** Reports whether bytes beyond ASCII make up a letter of UTF-8 somewhere. In a file of one byte a letter they hardly ever do. */
function hasUtf8Letter(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length - 1; at += 1) {
    const [first = 0, second = 0] = [bytes[at], bytes[at + 1]];
    const isSecond = second >= 0x80 && second <= 0xbf;
    if (isSecond && ((first >= 0xc3 && first <= 0xdf) || (first >= 0xe1 && first <= 0xef))) return true;
  }
  return false;
}

/** The first letter that is not UTF-8. */
function placeOfSecond(bytes: Buffer): { readonly line: number; readonly character: number } {
  const before = bytes.toString('utf8').split('\ufffd')[0] ?? '';
  const lines = before.split(/\r\n?|\n/);
  return { line: lines.length, character: (lines.at(-1)?.length ?? 0) + 1 };
}
