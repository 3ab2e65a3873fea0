import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import type { Page } from './pages.ts';

/** The part of a page that is sent at once: everything but the end of the document. Compressed once, and flushed. */
interface Shell {
  readonly plain: Buffer;
  /** The header of a gzip file and the shell's blocks, which end at a byte. */
  readonly gzip: Buffer;
  readonly checksum: number;
}

const documentEnd = '</body></html>';
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff]);
/** The text before a position that DEFLATE can refer to, in bytes. */
const windowBytes = 32_768;

/** By page, the shell for a browser that has the proof cookie, and the one for a browser that gets it now. */
const shells = new WeakMap<Page, Map<boolean, Shell>>();

function shellOf(page: Page, isNew: boolean): Shell {
  const known = shells.get(page) ?? new Map<boolean, Shell>();
  shells.set(page, known);
  const shell = known.get(isNew) ?? makeShell(page, isNew);
  known.set(isNew, shell);
  return shell;
}

function makeShell(page: Page, isNew: boolean): Shell {
  // Tells the page's inline script that the answer of the first call follows in the document.
  const called = `<html lang="en" data-called="${isNew ? 'new' : ''}">`;
  const html = page.plain.toString().replace('<html lang="en">', called);
  if (!html.endsWith(documentEnd)) throw new Error('the document does not end as the build wrote it');
  const plain = Buffer.from(html.slice(0, -documentEnd.length));
  const blocks = deflateRawSync(plain, { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
  return { plain, gzip: Buffer.concat([gzipHeader, blocks]), checksum: crc32(plain) };
}

const compress = promisify(deflateRaw);

/** The rest of a gzip file whose beginning is the shell's. */
async function gzipRest(shell: Shell, rest: Buffer): Promise<Buffer> {
  const dictionary = shell.plain.subarray(-windowBytes);
  const blocks = await compress(rest, { level: 6, dictionary });
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(rest, shell.checksum), 0);
  trailer.writeUInt32LE((shell.plain.length + rest.length) >>> 0, 4);
  return Buffer.concat([blocks, trailer]);
}

export interface Streamed {
  readonly isGzip: boolean;
  /** Whether the browser gets its proof cookie with this document. */
  readonly isNew: boolean;
  readonly rest: Promise<string>;
}

/**
 * The pieces of a page: its shell at once, then what `rest` brings, and the end of the document. Each piece can be read as
 * soon as it arrives, also when it is compressed.
 */
export async function* piecesOf(page: Page, { isGzip, isNew, rest }: Streamed): AsyncGenerator<Buffer> {
  const shell = shellOf(page, isNew);
  yield isGzip ? shell.gzip : shell.plain;
  const end = Buffer.from((await rest) + documentEnd);
  yield isGzip ? await gzipRest(shell, end) : end;
}
