import { createCipheriv, createDecipheriv, createHash, type Hash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { keyFrom } from './passphrase-key.ts';

/*
 * File format: the magic, a byte for the encryption, sixteen bytes of salt and twelve of nonce, then a gzip stream, encrypted
 * with AES-256-GCM if there is a key. The stream is a sequence of entries. An entry is a header (length and JSON), pieces (each
 * a length and bytes, ended by a length of zero), and the SHA-256 of the pieces.
 */
const magic = Buffer.from('HIRAM-BACKUP-1\n');

const prologueBytes = magic.length + 1 + 16 + 12;

const tagBytes = 16;

const maxHeader = 1_000_000;

const maxPiece = 16_000_000;

/** A backup that cannot be used, or a place that cannot store it. The message is one line for the operator. */
export class BackupError extends Error {}

interface EntryHeader {
  readonly kind: 'manifest' | 'table' | 'file' | 'end';
  readonly name: string;
  readonly columns?: readonly string[];
}

/** The byte after the magic: no encryption, or AES-256-GCM with a key from `keyFrom`. */
const [plaintext, encrypted] = [0, 1];

async function write(stream: Writable, bytes: Buffer): Promise<void> {
  if (!stream.write(bytes)) await once(stream, 'drain');
}

function lengthPrefix(bytes: number): Buffer {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32BE(bytes);
  return prefix;
}

export interface BackupWriter {
  /** Writes one entry. Resolves to the SHA-256 of its content in hexadecimal. */
  entry(header: EntryHeader, pieces: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<string>;
  /** Completes the file: it is on the disk once this resolves. */
  end(): Promise<void>;
}

/** Creates a backup file, which must not exist. With a passphrase it is encrypted. */
export function openWriter(file: string, passphrase: string | undefined): BackupWriter {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const out = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  out.write(
    Buffer.concat([magic, Buffer.from([passphrase === undefined ? plaintext : encrypted]), salt, nonce]),
  );
  const gzip = createGzip({ level: 6 });
  const cipher =
    passphrase === undefined ? undefined : createCipheriv('aes-256-gcm', keyFrom(passphrase, salt), nonce);
  const done = cipher
    ? pipeline(gzip, cipher, out, { end: false }).then(
        () => new Promise<void>((resolve) => out.end(cipher.getAuthTag(), resolve)),
      )
    : pipeline(gzip, out);
  // `end` reports the first error.
  done.catch(() => undefined);
  return {
    async entry(header, pieces) {
      const headerBytes = Buffer.from(JSON.stringify(header));
      const digest = createHash('sha256');
      await write(gzip, Buffer.concat([lengthPrefix(headerBytes.length), headerBytes]));
      for await (const piece of pieces) {
        if (piece.length === 0) continue;
        digest.update(piece);
        await write(gzip, lengthPrefix(piece.length));
        await write(gzip, piece);
      }
      const sum = digest.digest();
      await write(gzip, Buffer.concat([lengthPrefix(0), sum]));
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
  /** Its content in pieces. It must be read to its end, which checks the digest. */
  readonly pieces: AsyncGenerator<Buffer>;
  /** The SHA-256 of the content, once all of it is read. */
  readonly sum: () => string;
}

/** Reads a stream in blocks of given lengths. */
class Reader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }
  async read(bytes: number): Promise<Buffer> {
    const parts = [this.#rest];
    let available = this.#rest.length;
    while (available < bytes) {
      const { value, done } = await this.#source.next();
      if (done) throw new BackupError('the backup is truncated');
      parts.push(value);
      available += value.length;
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

/** Decrypts a stream. It holds back the last sixteen bytes, the authentication tag that is checked at the end. */
function decryption(passphrase: string, { scheme, salt, nonce }: Head): Transform {
  if (scheme !== encrypted) throw new BackupError('the backup was encrypted by a newer version');
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(passphrase, salt), nonce);
  let tail = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const all = Buffer.concat([tail, chunk]);
      const ready = Math.max(0, all.length - tagBytes);
      tail = all.subarray(ready);
      done(null, decipher.update(all.subarray(0, ready)));
    },
    flush(done) {
      try {
        decipher.setAuthTag(tail);
        done(null, decipher.final());
      } catch {
        done(new BackupError('the backup was altered, or BACKUP_KEY is wrong'));
      }
    },
  });
}

/** Reads the entries of a backup in order. Throws BackupError for a file that is not a backup, is truncated or was altered. */
export async function* readEntries(
  file: string,
  passphrase: string | undefined,
): AsyncGenerator<BackupEntry> {
  const head = await headOf(file);
  if (head.scheme !== plaintext && passphrase === undefined)
    throw new BackupError('the backup is encrypted: set its BACKUP_KEY');
  const raw = createReadStream(file, { start: prologueBytes });
  const gunzip = createGunzip();
  const pipelineDone =
    head.scheme !== plaintext && passphrase !== undefined
      ? pipeline(raw, decryption(passphrase, head), gunzip)
      : pipeline(raw, gunzip);
  let fault: unknown;
  pipelineDone.catch((error: unknown) => {
    fault = error;
  });
  const toBackupError = (error: unknown) => {
    if (fault instanceof BackupError) return fault;
    if (error instanceof BackupError) return error;
    return new BackupError('the backup was altered, or BACKUP_KEY is wrong');
  };
  const reader = new Reader(gunzip);
  try {
    for (;;) {
      const header = await readHeader(reader);
      let sum = '';
      async function* pieces(): AsyncGenerator<Buffer> {
        const digest: Hash = createHash('sha256');
        // Readers of the pieces get the same errors.
        const readBlock = (bytes: number) =>
          reader.read(bytes).catch((error: unknown) => {
            throw toBackupError(error);
          });
        for (;;) {
          const bytes = (await readBlock(4)).readUInt32BE();
          if (bytes === 0) break;
          if (bytes > maxPiece) throw new BackupError('the backup was altered');
          const piece = await readBlock(bytes);
          digest.update(piece);
          yield piece;
        }
        const computedSum = digest.digest();
        if (!computedSum.equals(await readBlock(32)))
          throw new BackupError(`the backup was altered: ${header.name} differs from its digest`);
        sum = computedSum.toString('hex');
      }
      yield { header, pieces: pieces(), sum: () => sum };
      if (header.kind === 'end') break;
    }
    if (!(await reader.isAtEnd())) throw new BackupError('the backup has data after its end');
    await pipelineDone;
  } catch (error) {
    throw toBackupError(error);
  } finally {
    raw.destroy();
  }
}

async function readHeader(reader: Reader): Promise<EntryHeader> {
  const bytes = (await reader.read(4)).readUInt32BE();
  if (bytes > maxHeader) throw new BackupError('the backup was altered');
  const header: EntryHeader = JSON.parse((await reader.read(bytes)).toString('utf8'));
  return header;
}

interface Head {
  /** `plaintext` or `encrypted`; another value is of a newer version. */
  readonly scheme: number;
  readonly salt: Buffer;
  readonly nonce: Buffer;
}

async function headOf(file: string): Promise<Head> {
  const parts: Buffer[] = [];
  try {
    for await (const part of createReadStream(file, { end: prologueBytes - 1 })) parts.push(part);
  } catch {
    throw new BackupError(`${file} cannot be read`);
  }
  const head = Buffer.concat(parts);
  if (head.length < prologueBytes || !head.subarray(0, magic.length).equals(magic))
    throw new BackupError(`${file} is not a backup of Hiram`);
  const offset = magic.length + 1;
  return {
    scheme: head[magic.length] ?? plaintext,
    salt: head.subarray(offset, offset + 16),
    nonce: head.subarray(offset + 16, offset + 28),
  };
}
