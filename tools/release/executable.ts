const programHeaders = { offset: 32, entrySize: 54, count: 56 } as const;
const sectionHeaders = { offset: 40, count: 60, names: 62 } as const;
const fileHeaderSize = 64;

/**
 * A Linux executable without its symbol tables: only what the system loads, which is what the program headers name. The section
 * headers name the rest, so they go with it. The same bytes on every machine. Throws if it is no 64-bit little-endian ELF file.
 */
export function withoutSymbols(executable: Buffer): Buffer {
  if (executable.toString('latin1', 0, 6) !== '\x7fELF\x02\x01')
    throw new Error('not a 64-bit little-endian ELF file');
  const headers = Number(executable.readBigUInt64LE(programHeaders.offset));
  const entrySize = executable.readUInt16LE(programHeaders.entrySize);
  const count = executable.readUInt16LE(programHeaders.count);
  let end = Math.max(fileHeaderSize, headers + entrySize * count);
  for (let at = headers; at < headers + entrySize * count; at += entrySize) {
    const offset = Number(executable.readBigUInt64LE(at + 8));
    const size = Number(executable.readBigUInt64LE(at + 32));
    end = Math.max(end, offset + size);
  }
  const stripped = Buffer.from(executable.subarray(0, end));
  stripped.writeBigUInt64LE(0n, sectionHeaders.offset);
  stripped.writeUInt16LE(0, sectionHeaders.count);
  stripped.writeUInt16LE(0, sectionHeaders.names);
  return stripped;
}
