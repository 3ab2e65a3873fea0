import { gzipSync } from 'node:zlib';

const compressed = new WeakMap<Buffer, Buffer>();

/** Compresses a buffer that does not change, once while it is kept: compressing per request would block the server's thread. */
export function gzipOnce(content: Buffer): Buffer {
  const known = compressed.get(content);
  if (known) return known;
  const made = gzipSync(content);
  compressed.set(content, made);
  return made;
}
