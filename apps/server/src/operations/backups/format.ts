import {
  createCipheriv,
  createDecipheriv,
  createHash,
  type Hash,
  randomBytes,
  scryptSync,
} from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/*
 * One file: the mark, a byte that says whether it is encrypted, sixteen bytes of salt and twelve of nonce, then a gzip stream,
 * encrypted with AES-256-GCM where there is a key. In the stream entries follow one another: a header (JSON behind its length),
 * pieces (bytes behind their length, ended by a length of zero), and the SHA-256 of the pieces.
 */
const mark = Buffer.from('HIRAM-BACKUP-1\n');
const headBytes = mark.length + 1 + 16 + 12;
const tagBytes = 16;
const maxHeader = 1_000_000;
const maxPiece = 16_000_000;

/** One line for whoever runs it: a backup that cannot be used, or a place that cannot take it. */
export class BackupError extends Error {}

export interface EntryHeader {
  readonly kind: 'manifest' | 'table' | 'file' | 'end';
  readonly name: string;
  readonly columns?: readonly string[];
}

/** How a file was encrypted, by the byte behind its mark: scrypt's N, with r 8 and p 1. 2¹⁷ is what OWASP states for scrypt. */
const sealedBy: Readonly<Record<number, number>> = { 1: 2 ** 15, 2: 2 ** 17 };
const [open, encrypted] = [0, 2];

function keyFrom(passphrase: string, salt: Buffer, how: number): Buffer {
  const N = sealedBy[how] ?? 0;
  return scryptSync(passphrase, salt, 32, { N, r: 8, p: 1, maxmem: 256 * N * 8 });
}

async function give(into: Writable, bytes: Buffer): Promise<void> {
  if (!into.write(bytes)) await once(into, 'drain');
}

function length(bytes: number): Buffer {
  const four = Buffer.alloc(4);
  four.writeUInt32BE(bytes);
  return four;
}

export interface BackupWriter {
  /** Writes one entry; resolves to the SHA-256 of its content, in hexadecimal. */
  entry(header: EntryHeader, pieces: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<string>;
  /** Everything is on the disk once this resolves. */
  end(): Promise<void>;
}

/** Opens a file for a backup; it must not be there yet. With a passphrase it is encrypted. */
export function openWriter(file: string, passphrase: string | undefined): BackupWriter {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const out = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  out.write(Buffer.concat([mark, Buffer.from([passphrase === undefined ? open : encrypted]), salt, nonce]));
  const gzip = createGzip({ level: 6 });
  const cipher =
    passphrase === undefined
      ? undefined
      : createCipheriv('aes-256-gcm', keyFrom(passphrase, salt, encrypted), nonce);
  const done = cipher
    ? pipeline(gzip, cipher, out, { end: false }).then(
        () => new Promise<void>((resolve) => out.end(cipher.getAuthTag(), resolve)),
      )
    : pipeline(gzip, out);
  // The first fault is told to whoever waits for the end.
  done.catch(() => undefined);
  return {
    async entry(header, pieces) {
      const told = Buffer.from(JSON.stringify(header));
      const digest = createHash('sha256');
      await give(gzip, Buffer.concat([length(told.length), told]));
      for await (const piece of pieces) {
        if (piece.length === 0) continue;
        digest.update(piece);
        await give(gzip, length(piece.length));
        await give(gzip, piece);
      }
      const sum = digest.digest();
      await give(gzip, Buffer.concat([length(0), sum]));
      return sum.toString('hex');
    },
    async end() {
      gzip.end();
      await done;
    },
  };
}

export interface BackupEntry {
  readonly header: EntryHeader;
  /** Its content, piece by piece, to be read to its end; the digest is checked then. */
  readonly pieces: AsyncGenerator<Buffer>;
  /** The SHA-256 of what was read, once all of it was. */
  readonly sum: () => string;
}

/** Reads a stream by lengths. */
class Reader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }
  async take(bytes: number): Promise<Buffer> {
    const parts = [this.#rest];
    let have = this.#rest.length;
    while (have < bytes) {
      const { value, done } = await this.#source.next();
      if (done) throw new BackupError('the backup ends in the middle: it is not whole');
      parts.push(value);
      have += value.length;
    }
    const all = Buffer.concat(parts);
    this.#rest = all.subarray(bytes);
    return all.subarray(0, bytes);
  }
  async isAtEnd(): Promise<boolean> {
    if (this.#rest.length > 0) return false;
    const { value, done } = await this.#source.next();
    if (!done) this.#rest = value;
    return Boolean(done);
  }
}

/** Opens what is encrypted, keeping the last sixteen bytes back for the check at the end. */
function opening(passphrase: string, { how, salt, nonce }: Head): Transform {
  if (!(how in sealedBy)) throw new BackupError('the backup was encrypted by a newer version');
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(passphrase, salt, how), nonce);
  let kept = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const all = Buffer.concat([kept, chunk]);
      const ready = Math.max(0, all.length - tagBytes);
      kept = all.subarray(ready);
      done(null, decipher.update(all.subarray(0, ready)));
    },
    flush(done) {
      try {
        decipher.setAuthTag(kept);
        done(null, decipher.final());
      } catch {
        done(new BackupError('the backup was altered, or BACKUP_KEY is another one'));
      }
    },
  });
}

/** The entries of a backup, in their order. Throws BackupError for a file that is none, is not whole, or was altered. */
export async function* readEntries(
  file: string,
  passphrase: string | undefined,
): AsyncGenerator<BackupEntry> {
  const head = await headOf(file);
  if (head.how !== open && passphrase === undefined)
    throw new BackupError('the backup is encrypted: give its BACKUP_KEY');
  const raw = createReadStream(file, { start: headBytes });
  const gunzip = createGunzip();
  const steps =
    head.how !== open && passphrase !== undefined
      ? pipeline(raw, opening(passphrase, head), gunzip)
      : pipeline(raw, gunzip);
  let fault: unknown;
  steps.catch((error: unknown) => {
    fault = error;
  });
  const told = (error: unknown) => {
    if (fault instanceof BackupError) return fault;
    if (error instanceof BackupError) return error;
    return new BackupError('the backup was altered, or BACKUP_KEY is another one');
  };
  const reader = new Reader(gunzip);
  try {
    for (;;) {
      const header = await readHeader(reader);
      let sum = '';
      async function* pieces(): AsyncGenerator<Buffer> {
        const digest: Hash = createHash('sha256');
        // Whoever reads the pieces is told in the same words.
        const take = (bytes: number) =>
          reader.take(bytes).catch((error: unknown) => {
            throw told(error);
          });
        for (;;) {
          const bytes = (await take(4)).readUInt32BE();
          if (bytes === 0) break;
          if (bytes > maxPiece) throw new BackupError('the backup was altered');
          const piece = await take(bytes);
          digest.update(piece);
          yield piece;
        }
        const counted = digest.digest();
        if (!counted.equals(await take(32)))
          throw new BackupError(`the backup was altered: ${header.name} is not what was written`);
        sum = counted.toString('hex');
      }
      yield { header, pieces: pieces(), sum: () => sum };
      if (header.kind === 'end') break;
    }
    if (!(await reader.isAtEnd())) throw new BackupError('something follows the end of the backup');
    await steps;
  } catch (error) {
    throw told(error);
  } finally {
    raw.destroy();
  }
}

async function readHeader(reader: Reader): Promise<EntryHeader> {
  const bytes = (await reader.take(4)).readUInt32BE();
  if (bytes > maxHeader) throw new BackupError('the backup was altered');
  const header: EntryHeader = JSON.parse((await reader.take(bytes)).toString('utf8'));
  return header;
}

interface Head {
  /** 0 for what is not encrypted, else a key of `sealedBy`. */
  readonly how: number;
  readonly salt: Buffer;
  readonly nonce: Buffer;
}

async function headOf(file: string): Promise<Head> {
  const parts: Buffer[] = [];
  try {
    for await (const part of createReadStream(file, { end: headBytes - 1 })) parts.push(part);
  } catch {
    throw new BackupError(`${file} cannot be read`);
  }
  const head = Buffer.concat(parts);
  if (head.length < headBytes || !head.subarray(0, mark.length).equals(mark))
    throw new BackupError(`${file} is no backup of ours`);
  const at = mark.length + 1;
  return {
    how: head[mark.length] ?? open,
    salt: head.subarray(at, at + 16),
    nonce: head.subarray(at + 16, at + 28),
  };
}
