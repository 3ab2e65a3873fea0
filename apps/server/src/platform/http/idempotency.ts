import { createHash } from 'node:crypto';
import type { Call } from '@hiram/contract/call';
import { sql } from 'kysely';
import { canonicalJson } from '../crypto/canonical-json.ts';
import type { FieldCipher } from '../crypto/field-cipher.ts';
import type { Db } from '../database/connect.ts';
import { BadRequest, KeyConflict } from '../errors/rejection.ts';

const acceptableKey = /^[A-Za-z0-9_-]{8,128}$/;

/** The `Idempotency-Key` header, or undefined. A malformed one is refused rather than ignored. */
export function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !acceptableKey.test(header))
    throw new BadRequest('Idempotency-Key', 'Idempotency-Key must be 8 to 128 letters, digits, - or _');
  return header;
}

export interface IdempotentRequest {
  /** Digests the body: without its key nothing can be tried against what is kept. */
  readonly cipher: FieldCipher;
  readonly borrowerId: string;
  readonly call: Call;
  readonly key: string;
  readonly input: unknown;
  readonly now: Date;
}

/** Fields whose value is kept nowhere, not even as a keyed digest: a code, a password, a card's month. */
const secretFields: ReadonlySet<string> = new Set([
  'password',
  'oldPassword',
  'smsCode',
  'verifyCode',
  'capcode',
  'validThru',
]);
/** A card's number counts by what is kept of it: its last four digits. */
const cardField = 'cardNo';

function withoutSecrets(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const kept = Object.entries(input).filter(([name]) => !secretFields.has(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      name === cardField ? String(value).replace(/\D/g, '').slice(-4) : withoutSecrets(value),
    ]),
  );
}

/** What is digested of a request: for each borrower and key another text, so that equal bodies have no equal digests. */
function digestedText({ borrowerId, call, key, input }: IdempotentRequest): string {
  return `request ${borrowerId} ${call.name} ${key} ${canonicalJson(withoutSecrets(input))}`;
}

/** Nothing is kept here any more; a server of the former version still writes an unkeyed hash. */
const noHash = Buffer.alloc(0);

/**
 * Is it the request that the key was used with? A row of the former version has its unkeyed hash, or none after the
 * migration took it away: then the key alone says so.
 */
function isSame(
  first: { readonly body_digest: Buffer | null; readonly body_hash: Buffer },
  use: IdempotentRequest,
): boolean {
  if (first.body_digest !== null) return use.cipher.matches(digestedText(use), first.body_digest);
  if (first.body_hash.length === 0) return true;
  return first.body_hash.equals(createHash('sha256').update(canonicalJson(use.input)).digest());
}

/**
 * Runs `effect` once per key, in the transaction that it is given, and answers a repeat with the first answer. A
 * parallel repeat waits on the key's row until the first one has committed; if that one failed, nothing stays behind and
 * the repeat runs it afresh. Throws KeyConflict when the key was used with another body.
 */
export async function withIdempotencyKey<Answer extends object>(
  trx: Db,
  use: IdempotentRequest,
  effect: () => Promise<Answer>,
): Promise<Answer | { stored: unknown }> {
  if (!(await inserted(trx, use))) return { stored: await firstAnswer(trx, use) };
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

async function firstAnswer(trx: Db, use: IdempotentRequest): Promise<unknown> {
  const first = await ofKey(trx, use)
    .select(['body_digest', 'body_hash', 'answer'])
    .executeTakeFirstOrThrow();
  if (!isSame(first, use)) throw new KeyConflict('the key was used with another body');
  return first.answer;
}

function ofKey(db: Db, { borrowerId, call, key }: IdempotentRequest) {
  return db
    .selectFrom('idempotency')
    .where('borrower_id', '=', borrowerId)
    .where('call', '=', call.name)
    .where('key', '=', key);
}

/**
 * As `onceByKey` for an effect that is no single transaction, and that repeats at once leave as one by themselves: a repeat
 * that comes before the first answer runs it too, one that comes later gets the first answer, whatever has happened since.
 * What fails, or is refused (`isKept` says no), leaves the key free. With `fresh`, a repeat runs it again at any time, and
 * only another body is refused. Throws KeyConflict when the key was used with another body.
 */
export async function replayByKey<Answer extends object>(
  db: Db,
  use: IdempotentRequest,
  effect: () => Promise<Answer>,
  { isKept, fresh = false }: { isKept: (answer: Answer) => boolean; fresh?: boolean },
): Promise<Answer | { stored: unknown }> {
  const first = await claim(db, use);
  if (first) return first;
  let kept = false;
  try {
    const answer = await effect();
    kept = isKept(answer);
    return kept && !fresh ? await settle(db, use, answer) : answer;
  } finally {
    if (!kept)
      await db
        .deleteFrom('idempotency')
        .where('borrower_id', '=', use.borrowerId)
        .where('call', '=', use.call.name)
        .where('key', '=', use.key)
        .where('state', '=', 'running')
        .execute();
  }
}

/**
 * A server of a version before these answers were kept wrote this down in their place, and it may run beside this one: the key was
 * used, and how it ended is not known. What truly answers so is run again, as it was then.
 */
const noAnswer = '{}';

/** Takes the key, or tells the first answer where there is one already. */
async function claim(db: Db, use: IdempotentRequest): Promise<{ stored: unknown } | undefined> {
  if (await inserted(db, use)) return undefined;
  const first = await ofKey(db, use)
    .select(['body_digest', 'body_hash', 'state', 'answer'])
    .executeTakeFirst();
  if (first && !isSame(first, use)) throw new KeyConflict('the key was used with another body');
  return first?.state === 'done' && JSON.stringify(first.answer) !== noAnswer
    ? { stored: first.answer }
    : undefined;
}

/** Keeps the answer as the first one; where a parallel repeat was quicker, its answer is everybody's. */
async function settle<Answer extends object>(
  db: Db,
  use: IdempotentRequest,
  answer: Answer,
): Promise<Answer | { stored: unknown }> {
  const settled = await db
    .updateTable('idempotency')
    .set({ state: 'done', http_status: 200, answer: JSON.stringify(answer) })
    .where('borrower_id', '=', use.borrowerId)
    .where('call', '=', use.call.name)
    .where('key', '=', use.key)
    .where((either) =>
      either.or([either('state', '=', 'running'), either('answer', '=', sql<string>`${noAnswer}::jsonb`)]),
    )
    .executeTakeFirst();
  if (settled.numUpdatedRows === 1n) return answer;
  const first = await ofKey(db, use).select('answer').where('state', '=', 'done').executeTakeFirst();
  return first ? { stored: first.answer } : answer;
}

async function inserted(db: Db, use: IdempotentRequest): Promise<boolean> {
  const claimed = await db
    .insertInto('idempotency')
    .values({
      borrower_id: use.borrowerId,
      call: use.call.name,
      key: use.key,
      body_hash: noHash,
      body_digest: use.cipher.digest(digestedText(use)),
      state: 'running',
      created_at: use.now,
    })
    .onConflict((conflict) => conflict.columns(['borrower_id', 'call', 'key']).doNothing())
    .executeTakeFirst();
  return claimed.numInsertedOrUpdatedRows === 1n;
}
