import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parsePolicy } from '@hiram/decision';
import { expect, test } from 'vitest';
import { createFieldCipher } from '../../../platform/crypto/field-cipher.ts';
import type { Matcher } from '../../../platform/crypto/match-key.ts';
import { fixedSecret } from '../../../platform/crypto/secrets.ts';
import { policyDigest } from './policies.ts';
import { isSameAgain, readInputs } from './runs.ts';

/** A decision as version 0.1.0 stored it, with the policy that made it. The file is added to and never written again. */
interface Recorded {
  readonly policy: object;
  readonly sha256: string;
  readonly facts: string;
  readonly digest: string;
  readonly result: string;
}

const recorded: readonly Recorded[] = readFileSync(
  new URL('./recorded-decisions.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

const cipher = createFieldCipher(fixedSecret('5a'.repeat(32)));
const matcher: Matcher = {
  digest: (kind, brand, value) =>
    createHmac('sha256', Buffer.alloc(32, 7))
      .update(JSON.stringify([kind, brand, value]))
      .digest(),
};

test('decisions that an earlier version stored replay to the byte after an upgrade [T1838]', () => {
  expect(recorded).toHaveLength(12);
  for (const { policy: body, sha256, facts, digest, result } of recorded) {
    const policy = parsePolicy(body);
    expect(policyDigest(policy).toString('hex')).toBe(sha256);
    const row = {
      brand: 'ph',
      facts_encrypted: Buffer.from(facts, 'base64'),
      facts_digest: Buffer.from(digest, 'hex'),
    };
    expect(isSameAgain(policy, readInputs({ cipher, matcher }, row), result)).toBe(true);
  }
});
