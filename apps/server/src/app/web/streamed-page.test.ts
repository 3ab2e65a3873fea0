import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Page } from './pages.ts';
import { type Piece, pieceOf } from './piece.ts';
import { piecesOf } from './streamed-page.ts';

const pageOf = (text: string): Page => ({
  plain: Buffer.from(`<html lang="en">files ${text}</body></html>`),
  withoutScripts: Buffer.from(`<html lang="en">${text}</body></html>`),
  gzip: Buffer.alloc(0),
  brotli: Buffer.alloc(0),
  policy: '',
  settings: '',
});

interface Sent {
  readonly isGzip: boolean;
  readonly scripts: Piece | undefined;
  readonly rest: Promise<string>;
}

/** The text of a whole document, and its pieces. */
async function read(page: Page, sent: Sent) {
  const pieces: Buffer[] = [];
  for await (const piece of piecesOf(page, sent)) pieces.push(piece);
  const all = Buffer.concat(pieces);
  return { text: (sent.isGzip ? gunzipSync(all) : all).toString(), pieces };
}

/** Texts as long as DEFLATE's window and longer, with characters of several bytes. */
const text = fc
  .tuple(fc.string({ unit: 'binary', maxLength: 50 }), fc.constantFrom(1, 30, 2_000))
  .map(([part, times]) => part.repeat(times));

test('the pieces of a compressed document are the document, in any order and of any length [T740]', async () => {
  await fc.assert(
    fc.asyncProperty(text, text, text, fc.boolean(), async (shell, scripts, rest, isGzip) => {
      const page = pageOf(shell);
      const brought = pieceOf(scripts);
      const later = await read(page, { isGzip, scripts: undefined, rest: Promise.resolve(rest) });
      expect(later.text).toBe(`<html lang="en" data-called="">files ${shell}${rest}</body></html>`);
      const first = await read(page, { isGzip, scripts: brought, rest: Promise.resolve(rest) });
      expect(first.text).toBe(`<html lang="en" data-called="new">${shell}${rest}${scripts}</body></html>`);
    }),
  );
});

test('a document’s scripts go before a long answer, and each piece can be read as it arrives [T747]', async () => {
  const answer = Promise.withResolvers<string>();
  const pieces = piecesOf(pageOf('shell '), {
    isGzip: true,
    scripts: pieceOf('scripts '),
    rest: answer.promise,
  });
  const arrived: Buffer[] = [];
  const next = async () => {
    const { value } = await pieces.next();
    arrived.push(value ?? Buffer.alloc(0));
    // What a browser can show of an unfinished file.
    return gunzipSync(Buffer.concat(arrived), { finishFlush: 2 }).toString();
  };
  expect(await next()).toBe('<html lang="en" data-called="new">shell ');
  expect(await next()).toBe('<html lang="en" data-called="new">shell scripts ');
  answer.resolve('answer');
  expect(await next()).toBe('<html lang="en" data-called="new">shell scripts answer</body></html>');
  expect((await pieces.next()).done).toBe(true);
});
