import { gzipSync } from 'node:zlib';

const compressed = new WeakMap<Buffer, Buffer>();

/**
 * Compresses an immutable buffer once and caches the result for the buffer's lifetime: compressing per request would block
 * the server's thread.
 */
export function gzipCached(content: Buffer): Buffer {
  const cached = compressed.get(content);
  if (cached) return cached;
  const result = gzipSync(content);
  compressed.set(content, result);
  return result;
}
