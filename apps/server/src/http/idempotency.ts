import { createHash } from 'node:crypto';
import type { Call } from '@hiram/contract/call';
import type { Db } from '../db/connect.ts';
import { canonicalJson } from '../security/canonical-json.ts';
import { BadRequest, KeyConflict } from './refuse.ts';

const acceptableKey = /^[A-Za-z0-9_-]{8,128}$/;

/** The `Idempotency-Key` header, or undefined. A malformed one is refused rather than ignored. */
export function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !acceptableKey.test(header))
    throw new BadRequest('Idempotency-Key', 'Idempotency-Key must be 8 to 128 letters, digits, - or _');
  return header;
}

interface Use {
  readonly borrowerId: string;
  readonly call: Call;
  readonly key: string;
  readonly input: unknown;
  readonly now: Date;
}

/**
 * Runs `effect` once per key, in the transaction that it is given, and answers a repeat with the first answer. A
 * parallel repeat waits on the key's row until the first one has committed; if that one failed, nothing stays behind and
 * the repeat runs it afresh. Throws KeyConflict when the key was used with another body.
 */
export async function onceByKey<Answer extends object>(
  trx: Db,
  use: Use,
  effect: () => Promise<Answer>,
): Promise<Answer | { stored: unknown }> {
  const bodyHash = createHash('sha256').update(canonicalJson(use.input)).digest();
  const claimed = await trx
    .insertInto('idempotency')
    .values({
      borrower_id: use.borrowerId,
      call: use.call.name,
      key: use.key,
      body_hash: bodyHash,
      state: 'running',
      created_at: use.now,
    })
    .onConflict((conflict) => conflict.columns(['borrower_id', 'call', 'key']).doNothing())
    .executeTakeFirst();
  if (claimed.numInsertedOrUpdatedRows === 0n) return { stored: await firstAnswer(trx, use, bodyHash) };
  const answer = await effect();
  await trx
    .updateTable('idempotency')
    .set({ state: 'done', http_status: 200, answer: JSON.stringify(answer) })
    .where('borrower_id', '=', use.borrowerId)
    .where('call', '=', use.call.name)
    .where('key', '=', use.key)
    .execute();
  return answer;
}

async function firstAnswer(trx: Db, use: Use, bodyHash: Buffer): Promise<unknown> {
  const first = await trx
    .selectFrom('idempotency')
    .select(['body_hash', 'answer'])
    .where('borrower_id', '=', use.borrowerId)
    .where('call', '=', use.call.name)
    .where('key', '=', use.key)
    .executeTakeFirstOrThrow();
  if (!first.body_hash.equals(bodyHash)) throw new KeyConflict('the key was used with another body');
  return first.answer;
}
