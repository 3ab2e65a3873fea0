import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { FieldCipher } from '../platform/crypto/field-cipher.ts';
import type { Db } from '../platform/database/connection/connect.ts';
import { TooMany } from '../platform/errors/rejection.ts';
import { newToken, tokenHash } from '../platform/http/sessions/session.ts';
import { countUsage } from '../platform/usage-limits.ts';
import { alphabet } from './captcha/strokes.ts';

/** A captcha's lifetime (two minutes, as for one-time secrets) and number of characters (PROM-06). */
const captchaMs = 2 * 60_000;
const characterCount = 4;
/** Captchas that one visitorId may request before it needs a new visitorId. */
const maxCaptchas = 30;

/** Case does not matter. The alphabet contains no characters that are easily confused. */
function answerHash(visitorId: string, answer: string): Buffer {
  return createHmac('sha256', visitorId).update(answer.trim().toUpperCase()).digest();
}

/** New visitors of one address in a day, per brand: many more than the people who share an address. */
export const maxVisitorsADay = 5_000;
const retryAfterSeconds = 3600;

/**
 * Creates a visitor and returns its visitorId. Only the visitorId's digest is stored. Throws TooMany if the
 * address has reached its daily limit.
 */
export async function newVisitor(
  { db, cipher }: { readonly db: Db; readonly cipher: FieldCipher },
  visitor: { brand: string; deviceId: string | undefined; address: string; now: Date },
): Promise<string> {
  const { brand, address, now } = visitor;
  const limits = [{ kind: 'visitor address', subject: address, max: maxVisitorsADay }];
  if (!(await countUsage(db, cipher, { brand, limits, now }))) throw new TooMany(retryAfterSeconds);
  const visitorId = newToken();
  await db
    .insertInto('visitor')
    .values({
      sid_hash: tokenHash(visitorId),
      brand,
      device_id: visitor.deviceId ?? null,
      address,
      created_at: now,
    })
    .execute();
  return visitorId;
}

/**
 * Creates a captcha for the visitor, which replaces the previous one, and returns its answer. Undefined for an unknown visitorId
 * or one that requested too many. `sandboxCipher`: sandbox only, stores the answer in readable form.
 */
export async function newCaptcha(
  db: Db,
  visitorId: string,
  now: Date,
  sandboxCipher: FieldCipher | undefined,
): Promise<string | undefined> {
  const answer = Array.from({ length: characterCount }, () =>
    alphabet.charAt(randomInt(alphabet.length)),
  ).join('');
  const updated = await db
    .updateTable('visitor')
    .set((eb) => ({
      captcha_hash: answerHash(visitorId, answer),
      captcha_expires_at: new Date(now.getTime() + captchaMs),
      captcha_used_at: null,
      captcha_encrypted: sandboxCipher ? sandboxCipher.encrypt(answer) : null,
      captchas: eb('captchas', '+', 1),
    }))
    .where('sid_hash', '=', tokenHash(visitorId))
    .where('captchas', '<', maxCaptchas)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n ? answer : undefined;
}

/**
 * Checks a captcha's answer. The first answer within its two minutes uses the captcha up, right or wrong. `lapsed`: the
 * answer is right, but the captcha has expired or was used.
 */
export async function checkCaptcha(
  db: Db,
  {
    brand,
    visitorId,
    answer,
  }: { readonly brand: string; readonly visitorId: string; readonly answer: string },
  now: Date,
): Promise<'right' | 'wrong' | 'lapsed'> {
  const used = await db
    .updateTable('visitor')
    .set({ captcha_used_at: now })
    .where('sid_hash', '=', tokenHash(visitorId))
    .where('brand', '=', brand)
    .where('captcha_used_at', 'is', null)
    .where('captcha_expires_at', '>', now)
    .returning('captcha_hash')
    .executeTakeFirst();
  const isAnswer = (hash: Buffer | null | undefined) =>
    hash != null && timingSafeEqual(hash, answerHash(visitorId, answer));
  if (used) return isAnswer(used.captcha_hash) ? 'right' : 'wrong';
  const expired = await db
    .selectFrom('visitor')
    .select('captcha_hash')
    .where('sid_hash', '=', tokenHash(visitorId))
    .where('brand', '=', brand)
    .executeTakeFirst();
  return isAnswer(expired?.captcha_hash) ? 'lapsed' : 'wrong';
}

/**
 * Makes the visitorId the registration token of a number and a device: the captcha was right and the code was sent. Later
 * captchas change neither.
 */
export async function rememberCode(
  db: Db,
  visitorId: string,
  { phone, deviceId }: { readonly phone: string; readonly deviceId: string | undefined },
): Promise<void> {
  await db
    .updateTable('visitor')
    .set({ code_phone: phone, code_device_id: deviceId ?? null })
    .where('sid_hash', '=', tokenHash(visitorId))
    .execute();
}

/**
 * Locks the visitor's row until the transaction ends, if the visitorId is the registration token of this number and device
 * (PROM-13, PROM-16). Undefined otherwise.
 */
export async function lockVisitor(
  trx: Db,
  { brand, visitorId, phone, deviceId }: Registrant,
): Promise<{ readonly registered: boolean } | undefined> {
  const visitor = await trx
    .selectFrom('visitor')
    .select('registered_at')
    .where('sid_hash', '=', tokenHash(visitorId))
    .where('brand', '=', brand)
    .where('code_phone', '=', phone)
    .where('code_device_id', 'is not distinct from', deviceId ?? null)
    .forUpdate()
    .executeTakeFirst();
  return visitor && { registered: visitor.registered_at !== null };
}

/** The person who registers. */
interface Registrant {
  readonly brand: string;
  readonly visitorId: string;
  readonly phone: string;
  readonly deviceId: string | undefined;
}

export async function markRegistered(trx: Db, visitorId: string, now: Date): Promise<void> {
  await trx
    .updateTable('visitor')
    .set({ registered_at: now })
    .where('sid_hash', '=', tokenHash(visitorId))
    .execute();
}
