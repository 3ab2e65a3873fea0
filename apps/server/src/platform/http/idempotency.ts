import type { Call } from '@hiram/contract/call';
import type { BorrowerId } from '@hiram/contract/ids';
import { canonicalJson } from '../crypto/canonical-json.ts';
import type { FieldCipher } from '../crypto/field-cipher.ts';
import type { Db } from '../database/connection/connect.ts';
import { BadRequest, KeyConflict } from '../errors/rejection.ts';

const acceptableKey = /^[A-Za-z0-9_-]{8,128}$/;

/** The `Idempotency-Key` header, or undefined. Throws BadRequest for a malformed key. */
export function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !acceptableKey.test(header))
    throw new BadRequest('Idempotency-Key', 'Idempotency-Key must be 8 to 128 letters, digits, - or _');
  return header;
}

export interface IdempotentRequest {
  /** Digests the body: the stored digest cannot be attacked without the key. */
  readonly cipher: FieldCipher;
  readonly borrowerId: BorrowerId;
  readonly call: Call;
  readonly key: string;
  readonly input: unknown;
  readonly now: Date;
}

/** Fields whose value is not stored, not even as a keyed digest: codes, passwords, a card's month. */
const secretFields: ReadonlySet<string> = new Set([
  'password',
  'oldPassword',
  'smsCode',
  'verifyCode',
  'capcode',
  'validThru',
]);
/** A card's number is compared by its last four digits, the only ones that are stored. */
const cardField = 'cardNo';

function withoutSecrets(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const entries = Object.entries(input).filter(([name]) => !secretFields.has(name));
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      name === cardField ? String(value).replace(/\D/g, '').slice(-4) : withoutSecrets(value),
    ]),
  );
}

/** The text that is digested. It contains the borrower and the key, so that equal bodies have different digests. */
function digestedText({ borrowerId, call, key, input }: IdempotentRequest): string {
  return `request ${borrowerId} ${call.name} ${key} ${canonicalJson(withoutSecrets(input))}`;
}

/** Reports whether this is the request that the key was first used with. */
const isSame = (first: { readonly body_digest: Buffer }, request: IdempotentRequest): boolean =>
  request.cipher.matches(digestedText(request), first.body_digest);

/**
 * Runs `effect` once per key within the given transaction, and answers a repeat with the stored first answer. A parallel
 * repeat waits for the key's row until the first request commits. If the first request fails, its row is rolled back and the
 * repeat runs `effect`. Throws KeyConflict if the key was used with another body.
 */
export async function withIdempotencyKey<Answer extends object>(
  trx: Db,
  request: IdempotentRequest,
  effect: () => Promise<Answer>,
): Promise<Answer | { stored: unknown }> {
  if (!(await insertClaim(trx, request))) return { stored: await firstAnswer(trx, request) };
  const answer = await effect();
  await trx
    .updateTable('idempotency')
    .set({ state: 'done', http_status: 200, answer: JSON.stringify(answer) })
    .where('borrower_id', '=', request.borrowerId)
    .where('call', '=', request.call.name)
    .where('key', '=', request.key)
    .execute();
  return answer;
}

async function firstAnswer(trx: Db, request: IdempotentRequest): Promise<unknown> {
  const first = await ofKey(trx, request).select(['body_digest', 'answer']).executeTakeFirstOrThrow();
  if (!isSame(first, request)) throw new KeyConflict('the key was used with another body');
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
 * Like `withIdempotencyKey`, for an effect that is not one transaction and is itself safe to run in parallel. A repeat that
 * arrives before the first answer also runs it; a later repeat gets the first answer. An effect that throws, or whose answer
 * is not stored (`shouldStore` returns false), releases the key. With `fresh`, every repeat runs the effect again, and only
 * another body is rejected. Throws KeyConflict if the key was used with another body.
 */
export async function replayByKey<Answer extends object>(
  db: Db,
  request: IdempotentRequest,
  effect: () => Promise<Answer>,
  { shouldStore, fresh = false }: { shouldStore: (answer: Answer) => boolean; fresh?: boolean },
): Promise<Answer | { stored: unknown }> {
  const first = await claim(db, request);
  if (first) return first;
  let isStored = false;
  try {
    const answer = await effect();
    isStored = shouldStore(answer);
    return isStored && !fresh ? await storeAnswer(db, request, answer) : answer;
  } finally {
    if (!isStored)
      await db
        .deleteFrom('idempotency')
        .where('borrower_id', '=', request.borrowerId)
        .where('call', '=', request.call.name)
        .where('key', '=', request.key)
        .where('state', '=', 'running')
        .execute();
  }
}

/** Claims the key, or returns the first answer. */
async function claim(db: Db, request: IdempotentRequest): Promise<{ stored: unknown } | undefined> {
  if (await insertClaim(db, request)) return undefined;
  const first = await ofKey(db, request).select(['body_digest', 'state', 'answer']).executeTakeFirst();
  if (first && !isSame(first, request)) throw new KeyConflict('the key was used with another body');
  return first?.state === 'done' ? { stored: first.answer } : undefined;
}

/** Stores the answer as the first one. If a parallel repeat stored its answer earlier, returns that one. */
async function storeAnswer<Answer extends object>(
  db: Db,
  request: IdempotentRequest,
  answer: Answer,
): Promise<Answer | { stored: unknown }> {
  const updated = await db
    .updateTable('idempotency')
    .set({ state: 'done', http_status: 200, answer: JSON.stringify(answer) })
    .where('borrower_id', '=', request.borrowerId)
    .where('call', '=', request.call.name)
    .where('key', '=', request.key)
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (updated.numUpdatedRows === 1n) return answer;
  const first = await ofKey(db, request).select('answer').where('state', '=', 'done').executeTakeFirst();
  return first ? { stored: first.answer } : answer;
}

async function insertClaim(db: Db, request: IdempotentRequest): Promise<boolean> {
  const insertion = await db
    .insertInto('idempotency')
    .values({
      borrower_id: request.borrowerId,
      call: request.call.name,
      key: request.key,
      body_digest: request.cipher.digest(digestedText(request)),
      state: 'running',
      created_at: request.now,
    })
    .onConflict((conflict) => conflict.columns(['borrower_id', 'call', 'key']).doNothing())
    .executeTakeFirst();
  return insertion.numInsertedOrUpdatedRows === 1n;
}
