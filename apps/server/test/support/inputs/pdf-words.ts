import { inflateSync } from 'node:zlib';

/** The words of a PDF, decoded with its own character maps. */
export const wordsOf = (pdf: Buffer): string => decode(pdf, (content) => [content]);

/** The texts of a PDF, each as it is set: a line of a paragraph or of a cell. */
export const linesOf = (pdf: Buffer): readonly string[] =>
  decode(pdf, (content) => content.split(/\bET\b/)).split('\n');

function decode(pdf: Buffer, partsOf: (content: string) => readonly string[]): string {
  const maps: Map<string, string>[] = [];
  const shown: string[] = [];
  for (const match of pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\nendstream/g)) {
    let content: string;
    try {
      content = inflateSync(Buffer.from(match[1] ?? '', 'latin1')).toString('latin1');
    } catch {
      continue;
    }
    if (content.includes('beginbfrange')) {
      const map = new Map<string, string>();
      for (const [, from = '', to = '', list = ''] of content.matchAll(
        /<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/g,
      )) {
        const codes = [...list.matchAll(/<([0-9a-f ]*)>/g)].map(([, code = '']) => code);
        for (let glyph = Number.parseInt(from, 16); glyph <= Number.parseInt(to, 16); glyph += 1) {
          const code = codes[glyph - Number.parseInt(from, 16)] ?? '';
          // A ligature stands for several characters.
          const signs = code.split(' ').map((text) => String.fromCodePoint(Number.parseInt(text, 16) || 32));
          map.set(glyph.toString(16).padStart(4, '0'), signs.join(''));
        }
      }
      maps.push(map);
    } else if (content.includes('BT')) shown.push(...partsOf(content));
  }
  const glyphs = shown.map((content) =>
    [...content.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []),
  );
  // Each font has its own map: the words are among the results of all maps.
  return maps
    .map((map) => glyphs.map((line) => line.map((glyph) => map.get(glyph) ?? '?').join('')).join('\n'))
    .join('\n');
}
