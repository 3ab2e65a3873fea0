import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));

/** The shapes of secrets. The project contains no secret. */
const shapes: Readonly<Record<string, RegExp>> = {
  'a private key': /-----BEGIN (?:RSA |EC |OPENSSH |PGP |DSA |ENCRYPTED )?PRIVATE KEY/,
  'an Amazon key': /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  'a live key of PayMongo or Stripe': /\b[srp]k_live_[A-Za-z0-9]{8,}/,
  'a key of Xendit': /\bxnd_(?:production|development)_[A-Za-z0-9+/=]{20,}/,
  'a token of GitHub': /\bgh[pousr]_[A-Za-z0-9]{36}\b/,
  'a token of Slack': /\bxox[abprs]-[A-Za-z0-9-]{10,}/,
  'a key of Google': /\bAIza[A-Za-z0-9_-]{35}\b/,
  'a web token': /\beyJ[A-Za-z0-9_-]{15,}\.eyJ[A-Za-z0-9_-]{15,}\.[A-Za-z0-9_-]{10,}/,
  'a password in an address':
    /\b(?:postgres(?:ql)?|https?|redis|amqp):\/\/[^\s:/@'"`$<>{}]+:[^\s:/@'"`$<>{}]{6,}@/,
  'a value of a secret setting':
    /\b(?:DATA_KEY|BACKUP_KEY|[A-Z]+_SECRET|[A-Z]+_SECRET_KEY|[A-Z]+_CALLBACK_TOKEN|FILES_KEY)=(?!["'`]?[$<{…])[^\s"'`]{12,}/,
};

function found(text: string): string[] {
  return Object.entries(shapes).flatMap(([what, shape]) => (shape.test(text) ? [what] : []));
}

test('no file of the project holds a secret [T098]', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);
  expect(files.length).toBeGreaterThan(500);
  for (const file of files) {
    // This file contains the shapes.
    if (file === 'tools/secrets.test.ts') continue;
    const text = readFileSync(`${root}${file}`, 'latin1');
    expect(found(text), file).toEqual([]);
  }
});

test('each kind of secret is found', () => {
  const examples = [
    `${'-----BEGIN'} PRIVATE KEY-----`,
    `AKIA${'ABCDEFGHIJKLMNOP'}`,
    `sk_live_${'abcdefgh1234'}`,
    `xnd_production_${'a'.repeat(30)}`,
    `ghp_${'a'.repeat(36)}`,
    `xoxb-${'1234567890ab'}`,
    `AIza${'a'.repeat(35)}`,
    `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.${'c'.repeat(20)}`,
    `postgres://lender:${'correct-horse'}@db.example/hiram`,
    `DATA_KEY=${'ab'.repeat(32)}`,
  ];
  expect(examples.map(found)).toEqual(Object.keys(shapes).map((what) => [what]));
});
