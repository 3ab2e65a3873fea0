import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Bytes of a chunk before it is encrypted. */
const chunkBytes = 65_536;
const tagBytes = 16;
/** The first byte of an encrypted file: how it is encrypted. */
const version = 1;

/** A key for one file alone, as text: the field cipher encrypts it beside the file's name. */
export const newFileKey = (): string => randomBytes(32).toString('base64');

/** The nonce of a chunk. A key encrypts one file once, so a counter never repeats under it. */
function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 8);
  return nonce;
}

const lastMark = (isLast: boolean) => Buffer.from([isLast ? 1 : 0]);

/** Encrypts a file by AES-256-GCM in chunks, of which none can be left out, added or moved. `key`: of `newFileKey`, used once. */
export function encryptFile(key: string, bytes: Buffer): Buffer {
  const secret = Buffer.from(key, 'base64');
  const parts = [Buffer.from([version])];
  const count = Math.max(1, Math.ceil(bytes.length / chunkBytes));
  for (let index = 0; index < count; index += 1) {
    const gcm = createCipheriv('aes-256-gcm', secret, nonceOf(index));
    gcm.setAAD(lastMark(index === count - 1));
    parts.push(gcm.update(bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes)), gcm.final());
    parts.push(gcm.getAuthTag());
  }
  return Buffer.concat(parts);
}

/** The inverse of `encryptFile`. Throws if the file was altered, cut or encrypted with another key. */
export function decryptFile(key: string, encrypted: Buffer): Buffer {
  if (encrypted[0] !== version) throw new Error('not an encrypted file');
  const secret = Buffer.from(key, 'base64');
  const stored = chunkBytes + tagBytes;
  const count = Math.max(1, Math.ceil((encrypted.length - 1) / stored));
  const parts: Buffer[] = [];
  for (let index = 0; index < count; index += 1) {
    const chunk = encrypted.subarray(1 + index * stored, 1 + (index + 1) * stored);
    const gcm = createDecipheriv('aes-256-gcm', secret, nonceOf(index));
    gcm.setAAD(lastMark(index === count - 1));
    gcm.setAuthTag(chunk.subarray(chunk.length - tagBytes));
    parts.push(gcm.update(chunk.subarray(0, chunk.length - tagBytes)), gcm.final());
  }
  return Buffer.concat(parts);
}
