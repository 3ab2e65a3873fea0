import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, createWriteStream, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';

/** Bytes of each write to the compressor. */
const chunkBytes = 1 << 20;

/** The same modes whatever the umask was: readable by everybody, programs can be run. */
export function setModes(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) continue;
    if (entry.isDirectory()) setModes(path);
    else chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
  chmodSync(folder, 0o755);
}

/** Writes `parent/name` as an archive. The same files give the same bytes: names sorted, no times, no owners. */
export async function writeArchive(parent: string, name: string, file: string): Promise<void> {
  const options = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--format=gnu'];
  const tar = spawn('tar', [...options, '-C', parent, '-cf', '-', name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve, reject) => {
    tar.on('error', reject);
    tar.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`tar ended with ${code}`))));
  });
  await Promise.all([compress(tar.stdout, file), ended]);
}

/** Passes its input on in chunks of `chunkBytes`, the last one shorter, however the input was cut. */
async function* inFixedChunks(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const part of input) {
    let rest = part;
    while (length + rest.length >= chunkBytes) {
      const end = chunkBytes - length;
      yield Buffer.concat([...parts, rest.subarray(0, end)]);
      rest = rest.subarray(end);
      parts = [];
      length = 0;
    }
    if (rest.length > 0) parts.push(rest);
    length += rest.length;
  }
  if (length > 0) yield Buffer.concat(parts);
}

/**
 * Writes `input`, compressed, to `file`. The same bytes give the same file: what a streaming compressor writes depends on how its
 * input is cut, and a pipe is cut as the machine is busy.
 */
export async function compress(input: AsyncIterable<Buffer>, file: string): Promise<void> {
  const params = {
    [constants.ZSTD_c_compressionLevel]: 15,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
    [constants.ZSTD_c_windowLog]: 27,
    [constants.ZSTD_c_checksumFlag]: 1,
  };
  await pipeline(inFixedChunks(input), createZstdCompress({ params }), createWriteStream(file));
}

export function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
