import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { compress } from './archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'hiram-archive-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Bytes that compress a little, the same at every run. */
function content(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 1;
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[at] = at % 7 < 4 ? at >>> 9 : state >>> 24;
  }
  return bytes;
}

async function* cut(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function compressed(bytes: Buffer, size: number): Promise<Buffer> {
  const file = join(folder, 'archive.zst');
  await compress(cut(bytes, size), file);
  return readFileSync(file);
}

test('an archive has the same bytes however its input was cut [T752]', async () => {
  const bytes = content(1_200_001);
  const whole = await compressed(bytes, bytes.length);
  expect(zstdDecompressSync(whole).equals(bytes)).toBe(true);
  for (const size of [4_096, 100_003])
    expect((await compressed(bytes, size)).equals(whole), `pieces of ${size} bytes`).toBe(true);
});
