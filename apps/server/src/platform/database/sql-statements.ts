/** A comment, a quoted text or name, a body between dollars, or the end of a statement. */
const tokens = /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|;/g;

/**
 * The statements of a text of SQL, in their order, without those that are only comments. Citus refuses several definitions in one
 * message. Not for texts with `E'\''` or comments between slashes, which ours and pg-boss's have none of.
 */
export function statementsOf(text: string): readonly string[] {
  const ends = [...text.matchAll(tokens)].filter(([token]) => token === ';').map(({ index }) => index);
  const starts = [0, ...ends.map((end) => end + 1)];
  return starts
    .map((start, index) => text.slice(start, ends[index]).trim())
    .filter((statement) => statement.replace(/--[^\n]*/g, '').trim() !== '');
}
