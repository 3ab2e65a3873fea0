import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { FieldCipher } from '../platform/crypto/field-cipher.ts';
import type { Db } from '../platform/database/connect.ts';
import { newId } from '../platform/ids.ts';
import {
  type CodeRejection,
  isKnownHolder,
  isPumped,
  proofOf,
  rejectionOf,
  wideNetwork,
} from './code-caps.ts';
import type { Asker, CodeRequest } from './code-request.ts';

/** How long a code may be used. */
export const lifeMs = 5 * 60_000;
const maxTries = 5;

/** What is kept of a code is keyed: whoever reads the table cannot try a million codes against it. */
const keptOf = (id: string, code: string) => `one-time code ${id} ${code}`;

/** Is a code the asker's? As a condition over `one_time_code`. */
function isAskers(asker: Asker) {
  const { brand, phone, purpose, deviceId, address, visitor } = asker;
  const proof = proofOf(asker) ?? null;
  const theirs =
    visitor !== undefined
      ? sql`visitor = ${visitor}`
      : sql`visitor is null and device_id is not distinct from ${deviceId ?? null}
          and proof is not distinct from ${proof} and (device_id is not null or proof is not null or address = ${address})`;
  return sql<boolean>`brand = ${brand} and phone = ${phone} and purpose = ${purpose} and ${theirs}
    and used_at is null and superseded_at is null`;
}

/** Makes a one-time code unless a cap says no; an older one of the same asker for this number stops working. Counted in the database, so that every server counts the same. */
export async function makeCode(
  trx: Db,
  cipher: FieldCipher,
  request: CodeRequest,
): Promise<{ code: string } | CodeRejection> {
  const { brand, phone, purpose, deviceId, address, visitor, now } = request;
  const known = await isKnownHolder(trx, request);
  // Who is refused anyway is told at once: in the line below each holds a connection that others need.
  const early = await rejectionOf(trx, request, known);
  if (early) return early;
  // One at a time, whoever asks: parallel requests must not pass under a cap together, be it a number's, a device's, an
  // address's or the day's. A code takes some milliseconds, and a day has but some thousands of them.
  await sql`select pg_advisory_xact_lock(hashtextextended('one-time codes', 0))`.execute(trx);
  const rejection = await rejectionOf(trx, request, known);
  if (rejection) return rejection;
  if (!known && (await isPumped(trx, request))) return { rejected: 'tooBusy' };
  const id = newId();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await trx.updateTable('one_time_code').set({ superseded_at: now }).where(isAskers(request)).execute();
  await trx
    .insertInto('one_time_code')
    .values({
      id,
      brand,
      phone,
      purpose,
      device_id: deviceId ?? null,
      address,
      network: wideNetwork(address) ?? null,
      proof: proofOf(request) ?? null,
      visitor: visitor ?? null,
      known,
      code_hash: cipher.digest(keptOf(id, code)),
      created_at: now,
      expires_at: new Date(now.getTime() + lifeMs),
    })
    .execute();
  return { code };
}

/**
 * Uses a code up: true once, for the right one, by whoever asked for it, within its life and its five tries. The try is
 * counted before it is compared.
 */
export async function useCode(
  db: Db,
  cipher: FieldCipher,
  asker: Asker,
  { code, now }: { readonly code: string; readonly now: Date },
): Promise<boolean> {
  const tried = await db
    .updateTable('one_time_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where(isAskers(asker))
    .where('expires_at', '>', now)
    .where('tries', '<', maxTries)
    .returning(['id', 'code_hash'])
    .executeTakeFirst();
  if (!tried || !cipher.matches(keptOf(tried.id, code), tried.code_hash)) return false;
  const used = await db
    .updateTable('one_time_code')
    .set({ used_at: now })
    .where('id', '=', tried.id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}
