import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from './pages.ts';
import { type Piece, PieceWriter, pieceOf } from './piece.ts';

const documentEnd = '</body></html>';

/**
 * Milliseconds that the scripts of a document wait for its answer. A fast answer goes first: on a slow line the scripts
 * would delay it. During a slow one the line is free for them.
 */
const answerFirstMs = 60;

/** By page, the shell for a browser that has the proof cookie, and the one for a browser that gets it now. */
const shells = new WeakMap<Page, Map<boolean, Piece>>();

function shellOf(page: Page, isNew: boolean): Piece {
  const known = shells.get(page) ?? new Map<boolean, Piece>();
  shells.set(page, known);
  const shell = known.get(isNew) ?? makeShell(page, isNew);
  known.set(isNew, shell);
  return shell;
}

/** The part of a page that is sent at once: everything but the end of the document. */
function makeShell(page: Page, isNew: boolean): Piece {
  // Tells the page's inline script that the answer of the first call follows in the document.
  const called = `<html lang="en" data-called="${isNew ? 'new' : ''}">`;
  const document = isNew ? page.withoutScripts : page.plain;
  if (!document) throw new Error('the build has no document that brings its scripts');
  const html = document.toString().replace('<html lang="en">', called);
  if (!html.endsWith(documentEnd)) throw new Error('the document does not end as the build wrote it');
  return pieceOf(html.slice(0, -documentEnd.length));
}

export interface Streamed {
  readonly isGzip: boolean;
  /** The scripts that the document brings, for a browser that gets its proof cookie with this document. */
  readonly scripts: Piece | undefined;
  /** The part of the answer behind the shell. */
  readonly rest: Promise<string>;
}

/**
 * The pieces of a page: its shell at once, then what `rest` brings and the scripts, if the document brings them, and the end
 * of the document.
 */
export async function* piecesOf(page: Page, { isGzip, scripts, rest }: Streamed): AsyncGenerator<Buffer> {
  const writer = new PieceWriter(isGzip);
  yield writer.piece(shellOf(page, scripts !== undefined));
  const isFast = scripts && (await Promise.race([rest.then(() => true), pause(answerFirstMs, false)]));
  if (isFast) yield writer.text(await rest, false);
  if (scripts) yield writer.piece(scripts);
  yield writer.text((isFast ? '' : await rest) + documentEnd, true);
}
