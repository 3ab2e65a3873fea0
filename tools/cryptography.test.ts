import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const sources = globSync(['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], {
  cwd: root,
  exclude: ['**/*.test.ts'],
}).map((path) => {
  return { path: path.replaceAll('\\', '/'), code: readFileSync(root + path, 'utf8') };
});

/** The names that are imported from node:crypto. */
const algorithms = /(?:createHash|createHmac|createCipheriv|createDecipheriv|hkdfSync|argon2)\(\s*'([^']+)'/g;

test('the inventory lists every use of cryptography, and nothing else is used [T164]', () => {
  const inventory =
    readFileSync(`${root}docs/asvs.md`, 'utf8').split('## Cryptography')[1]?.split('## ')[0] ?? '';
  const listed = [...inventory.matchAll(/`([\w/.-]+\.ts)`/g)].map(
    ([, path = '']) => `apps/server/src/${path}`,
  );
  const using = sources.filter(({ code }) => /from '(node:)?crypto'/.test(code)).map(({ path }) => path);
  expect(using.length).toBeGreaterThan(20);
  for (const path of using) expect(listed).toContain(path);
  for (const path of listed) expect(sources.map((source) => source.path)).toContain(path);
  for (const { path, code } of sources)
    for (const [, algorithm = ''] of code.matchAll(algorithms))
      expect(['sha256', 'aes-256-gcm', 'argon2id'], path).toContain(algorithm);
  const others =
    /\b(createSign|createVerify|generateKeyPair|createDiffieHellman|createECDH|pbkdf2|publicEncrypt)/;
  expect(sources.filter(({ code }) => others.test(code)).map(({ path }) => path)).toEqual([]);
});

test('unguessable values come from the system’s random source [T168]', () => {
  // The numbers of the bridge's messages are no secret: a repeated number only confuses two messages.
  const plain = sources.filter(({ code }) => /Math\.random/.test(code)).map(({ path }) => path);
  expect(plain.sort()).toEqual(['packages/bridge/src/bridge.ts', 'packages/bridge/src/host.ts']);
});
