/**
 * The text of a bank's file: UTF-8 or UTF-16 by its mark, UTF-8, or else Windows-1252, as spreadsheets write it. Undefined if the
 * file is written in two encodings: no reading would be right everywhere.
 */
export function decodeStatement(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return hasUtf8Letter(bytes) ? undefined : new TextDecoder('windows-1252').decode(bytes);
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
