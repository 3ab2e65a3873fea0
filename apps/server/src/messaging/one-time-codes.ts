import { randomInt } from 'node:crypto';
import type { OneTimeCodeId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import { allowed, type CeilingSharer } from '../platform/cells/ceilings.ts';
import type { FieldCipher } from '../platform/crypto/field-cipher.ts';
import { type Db, inTransaction } from '../platform/database/connection/connect.ts';
import { newId } from '../platform/ids.ts';
import { caps, isKnownHolder, proofOf, rejectionOf } from './code-caps.ts';
import type { CodeRejection, CodeRequest, CodeRequester } from './code-request.ts';
import { countedNetwork } from './pumping.ts';

/** A code's lifetime in milliseconds. */
export const codeLifetimeMs = 5 * 60_000;
const maxTries = 5;
const dayMs = 86_400_000;

/** The text whose keyed digest is stored: without the key nobody can try all codes against the table. */
const digestText = (id: OneTimeCodeId, code: string) => `one-time code ${id} ${code}`;

/** The part of an AppContext that the codes of a day need. */
export interface CodeMaker extends CeilingSharer {
  readonly cipher: FieldCipher;
}

/**
 * The codes of a brand that all cells together send in a day: those of the last 24 hours count on this cell's
 * part of today's.
 */
async function mayCellSend(trx: Db, maker: CeilingSharer, { brand, now }: CodeRequest): Promise<boolean> {
  if (!maker.directory) return true;
  const wanted = (await codesSince(trx, brand, new Date(now.getTime() - dayMs))) + 1;
  const ceiling = {
    kind: 'codes' as const,
    brand,
    day: now.toISOString().slice(0, 10),
    most: caps.all.captcha,
  };
  return wanted <= (await allowed(trx, maker, ceiling, wanted));
}

/** The number of codes that this cell made for a brand since a moment. */
export async function codesSince(db: Db, brand: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('one_time_code')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('brand', '=', brand)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A condition over `one_time_code`: the unused codes of the requester. */
function belongsTo(requester: CodeRequester) {
  const { brand, phone, purpose, deviceId, address, visitor } = requester;
  const proof = proofOf(requester) ?? null;
  const sameRequester =
    visitor !== undefined
      ? sql`visitor = ${visitor}`
      : sql`visitor is null and device_id is not distinct from ${deviceId ?? null}
          and proof is not distinct from ${proof} and (device_id is not null or proof is not null or address = ${address})`;
  return sql<boolean>`brand = ${brand} and phone = ${phone} and purpose = ${purpose} and ${sameRequester}
    and used_at is null and superseded_at is null`;
}

/**
 * Creates a one-time code unless a cap rejects it. An older code of the same requester for this number becomes invalid, if it
 * came in the same way: a text and a call are both valid, because the text may still arrive. The database counts, so all
 * servers share the counts.
 */
export async function makeCode(
  trx: Db,
  maker: CodeMaker,
  request: CodeRequest,
): Promise<{ code: string } | CodeRejection> {
  const { cipher } = maker;
  const { brand, phone, purpose, deviceId, address, visitor, captcha, voice = false, now } = request;
  const known = await isKnownHolder(trx, request);
  // Check before the lock: a request that waits for it occupies a connection.
  const earlyRejection = await rejectionOf(trx, request, known);
  if (earlyRejection) return earlyRejection;
  // All requests take turns, because parallel requests must not exceed a cap together: the cap of a number, device,
  // address or day. A code takes a few milliseconds, and a day has only some thousands of them.
  await sql`select pg_advisory_xact_lock(hashtextextended('one-time codes', 0))`.execute(trx);
  const rejection = await rejectionOf(trx, request, known);
  if (rejection) return rejection;
  if (!known && !(await mayCellSend(trx, maker, request))) return { rejected: 'tooManyToday' };
  const id = newId();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await trx
    .updateTable('one_time_code')
    .set({ superseded_at: now })
    .where(belongsTo(request))
    .where((eb) => eb.or([eb('voice', '=', voice), eb('expires_at', '<=', now)]))
    .execute();
  // The codes of a text and of a call both work until the later one expires.
  const expiresAt = new Date(now.getTime() + codeLifetimeMs);
  await trx.updateTable('one_time_code').set({ expires_at: expiresAt }).where(belongsTo(request)).execute();
  await trx
    .insertInto('one_time_code')
    .values({
      id,
      brand,
      phone,
      purpose,
      device_id: deviceId ?? null,
      address,
      network: countedNetwork(address),
      proof: proofOf(request) ?? null,
      visitor: visitor ?? null,
      known,
      captcha,
      voice,
      code_hash: cipher.digest(digestText(id, code)),
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
  return { code };
}

/** The entered code, with its time. */
interface CodeTry {
  readonly code: string;
  readonly now: Date;
}

/**
 * Uses a code: true once, for the right code, by its requester, within its lifetime and five tries. The try is counted
 * before the comparison.
 */
export async function useCode(
  db: Db,
  cipher: FieldCipher,
  requester: CodeRequester,
  { code, now }: CodeTry,
): Promise<boolean> {
  const id = await matchCode(db, cipher, requester, { code, now });
  return id !== undefined && (await spendCode(db, requester, { id, now }));
}

/**
 * The id of the requester's code if `code` is it, without using it. Counts a try before the comparison, of every code that the
 * requester may type.
 */
export async function matchCode(
  db: Db,
  cipher: FieldCipher,
  requester: CodeRequester,
  { code, now }: CodeTry,
): Promise<OneTimeCodeId | undefined> {
  const rows = await db
    .updateTable('one_time_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where(belongsTo(requester))
    .where('expires_at', '>', now)
    .where('tries', '<', maxTries)
    .returning(['id', 'code_hash'])
    .execute();
  return rows.find((row) => cipher.matches(digestText(row.id, code), row.code_hash))?.id;
}

/** Uses a matched code: true once. The requester's other code, if there is one, becomes invalid. */
export async function spendCode(
  db: Db,
  requester: CodeRequester,
  { id, now }: { readonly id: OneTimeCodeId; readonly now: Date },
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    // The requester's codes are locked in one order, so that of two tries with both codes one succeeds.
    const live = await trx
      .selectFrom('one_time_code')
      .select('id')
      .where(belongsTo(requester))
      .orderBy('id')
      .forUpdate()
      .execute();
    if (!live.some((row) => row.id === id)) return false;
    await trx
      .updateTable('one_time_code')
      .set({ superseded_at: now })
      .where(belongsTo(requester))
      .where('id', '<>', id)
      .execute();
    await trx.updateTable('one_time_code').set({ used_at: now }).where('id', '=', id).execute();
    return true;
  });
}

/** Gives the try of a matched code back, because something else than the code was rejected. */
export async function returnTry(db: Db, id: OneTimeCodeId): Promise<void> {
  await db
    .updateTable('one_time_code')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('id', '=', id)
    .execute();
}
