import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { decryptFile, encryptFile, newFileKey } from './file-cipher.ts';

const sizes = [0, 1, 65_535, 65_536, 65_537, 200_000];

test('a file of any size is decrypted to its bytes, and none of them stands in the encrypted one [T1473]', () => {
  for (const size of sizes) {
    const [key, bytes] = [newFileKey(), randomBytes(size)];
    const encrypted = encryptFile(key, bytes);
    expect(decryptFile(key, encrypted).equals(bytes)).toBe(true);
    if (size > 16) expect(encrypted.includes(bytes.subarray(0, 16))).toBe(false);
  }
});

test('an altered, cut, lengthened or reordered file, or another key, is refused', () => {
  const key = newFileKey();
  const stored = 65_536 + 16;
  const encrypted = encryptFile(key, randomBytes(3 * 65_536));
  const chunk = (index: number) => encrypted.subarray(1 + index * stored, 1 + (index + 1) * stored);
  const head = encrypted.subarray(0, 1);
  const altered = Buffer.from(encrypted);
  altered[70_000] = (altered[70_000] ?? 0) ^ 1;
  const others = [
    altered,
    Buffer.concat([head, chunk(0), chunk(1)]),
    Buffer.concat([head, chunk(1), chunk(0), chunk(2)]),
    Buffer.concat([encrypted, chunk(2)]),
    encrypted.subarray(0, 40),
    encrypted.subarray(0, 1),
  ];
  for (const other of others) expect(() => decryptFile(key, other)).toThrow();
  expect(() => decryptFile(newFileKey(), encrypted)).toThrow();
});
