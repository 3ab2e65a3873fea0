import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';

/**
 * A part of a document that is sent by itself. `blocks` are its DEFLATE blocks: they end at a byte and refer to no other part,
 * so a compressed document is made of parts in any order.
 */
export interface Piece {
  readonly plain: Buffer;
  readonly blocks: Buffer;
}

/** Compresses a part that many documents have. */
export function pieceOf(html: string): Piece {
  const plain = Buffer.from(html);
  return { plain, blocks: deflateRawSync(plain, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }) };
}

const compress = promisify(deflateRaw);
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff]);
/** The text before a position that DEFLATE can refer to, in bytes. */
const windowBytes = 32_768;

/** Writes one document part by part. Each part can be read as soon as it arrives, also when it is compressed. */
export class PieceWriter {
  readonly #isGzip: boolean;
  #checksum = 0;
  #length = 0;
  #last: Buffer = Buffer.alloc(0);

  constructor(isGzip: boolean) {
    this.#isGzip = isGzip;
  }

  /** The bytes of a part that was compressed before. */
  piece({ plain, blocks }: Piece): Buffer {
    const isFirst = this.#length === 0;
    this.#count(plain);
    if (!this.#isGzip) return plain;
    return isFirst ? Buffer.concat([gzipHeader, blocks]) : blocks;
  }

  /** The bytes of a part of this document alone. `isEnd`: no part follows. */
  async text(html: string, isEnd: boolean): Promise<Buffer> {
    const plain = Buffer.from(html);
    const dictionary = this.#last.subarray(-windowBytes);
    this.#count(plain);
    if (!this.#isGzip) return plain;
    const finishFlush = isEnd ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
    const blocks = await compress(plain, { level: 6, dictionary, finishFlush });
    return isEnd ? Buffer.concat([blocks, this.#trailer()]) : blocks;
  }

  #count(plain: Buffer): void {
    this.#checksum = crc32(plain, this.#checksum);
    this.#length += plain.length;
    this.#last = plain;
  }

  #trailer(): Buffer {
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(this.#checksum, 0);
    trailer.writeUInt32LE(this.#length >>> 0, 4);
    return trailer;
  }
}
