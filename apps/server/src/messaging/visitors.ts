import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { FieldCipher } from '../platform/crypto/field-cipher.ts';
import type { Db } from '../platform/database/connect.ts';
import { TooMany } from '../platform/errors/rejection.ts';
import { newToken, tokenHash } from '../platform/http/session.ts';
import { takeUsage } from '../platform/usage-limits.ts';
import { alphabet } from './captcha/strokes.ts';

/** A captcha lives this long (quality of one-time secrets: two minutes), and shows this many signs (PROM-06). */
const captchaMs = 2 * 60_000;
const signs = 4;
/** Pictures that one sid may ask for before it needs another. */
const maxCaptchas = 30;

/** Small and capital letters are one; what a person may mix up is not in the alphabet. */
function answerHash(sid: string, answer: string): Buffer {
  return createHmac('sha256', sid).update(answer.trim().toUpperCase()).digest();
}

/** New visitors of one address a day, at one brand: many more than the people whom a network's address may stand for. */
export const maxVisitorsADay = 5_000;
const againSeconds = 3600;

/** A new visitor's number. Only its digest is kept. Throws TooMany where the address had its day's number of them. */
export async function newVisitor(
  { db, cipher }: { readonly db: Db; readonly cipher: FieldCipher },
  visitor: { brand: string; deviceId: string | undefined; address: string; now: Date },
): Promise<string> {
  const { brand, address, now } = visitor;
  const limits = [{ kind: 'visitor address', subject: address, max: maxVisitorsADay }];
  if (!(await takeUsage(db, cipher, { brand, limits, now }))) throw new TooMany(againSeconds);
  const sid = newToken();
  await db
    .insertInto('visitor')
    .values({
      sid_hash: tokenHash(sid),
      brand,
      device_id: visitor.deviceId ?? null,
      address,
      created_at: now,
    })
    .execute();
  return sid;
}

/** A fresh captcha for the visitor; the one before no longer counts. Undefined for an unknown sid or one that asked too often. `sandboxSeal` keeps the answer readable, in the sandbox alone. */
export async function newCaptcha(
  db: Db,
  sid: string,
  now: Date,
  sandboxSeal: FieldCipher | undefined,
): Promise<string | undefined> {
  const answer = Array.from({ length: signs }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  const kept = await db
    .updateTable('visitor')
    .set((eb) => ({
      captcha_hash: answerHash(sid, answer),
      captcha_expires_at: new Date(now.getTime() + captchaMs),
      captcha_used_at: null,
      captcha_encrypted: sandboxSeal ? sandboxSeal.encrypt(answer) : null,
      captchas: eb('captchas', '+', 1),
    }))
    .where('sid_hash', '=', tokenHash(sid))
    .where('captchas', '<', maxCaptchas)
    .executeTakeFirst();
  return kept.numUpdatedRows === 1n ? answer : undefined;
}

/**
 * Takes a captcha's answer: the first that names it uses it up, right or wrong, within its two minutes. `lapsed`: it was right
 * once, but its time is over or it was used.
 */
export async function takeCaptcha(
  db: Db,
  brand: string,
  sid: string,
  answer: string,
  now: Date,
): Promise<'right' | 'wrong' | 'lapsed'> {
  const taken = await db
    .updateTable('visitor')
    .set({ captcha_used_at: now })
    .where('sid_hash', '=', tokenHash(sid))
    .where('brand', '=', brand)
    .where('captcha_used_at', 'is', null)
    .where('captcha_expires_at', '>', now)
    .returning('captcha_hash')
    .executeTakeFirst();
  const isIt = (hash: Buffer | null | undefined) =>
    hash != null && timingSafeEqual(hash, answerHash(sid, answer));
  if (taken) return isIt(taken.captcha_hash) ? 'right' : 'wrong';
  const over = await db
    .selectFrom('visitor')
    .select('captcha_hash')
    .where('sid_hash', '=', tokenHash(sid))
    .where('brand', '=', brand)
    .executeTakeFirst();
  return isIt(over?.captcha_hash) ? 'lapsed' : 'wrong';
}

/** Remembers for which number this sid's code was sent, and on which captcha: a later picture changes neither. */
export async function rememberCode(db: Db, sid: string, phone: string): Promise<void> {
  await db
    .updateTable('visitor')
    .set((eb) => ({ code_phone: phone, code_captcha_hash: eb.ref('captcha_hash') }))
    .where('sid_hash', '=', tokenHash(sid))
    .execute();
}

/**
 * Holds the visitor's row until the transaction ends, if `answer` is the captcha that its code was sent on (PROM-13).
 * `phone` is the number that the code went to.
 */
export async function lockVisitor(
  trx: Db,
  brand: string,
  sid: string,
  answer: string,
): Promise<{ readonly phone: string; readonly registered: boolean } | undefined> {
  const visitor = await trx
    .selectFrom('visitor')
    .select(['code_captcha_hash', 'code_phone', 'registered_at'])
    .where('sid_hash', '=', tokenHash(sid))
    .where('brand', '=', brand)
    .forUpdate()
    .executeTakeFirst();
  if (!visitor?.code_captcha_hash || visitor.code_phone === null) return undefined;
  if (!timingSafeEqual(visitor.code_captcha_hash, answerHash(sid, answer))) return undefined;
  return { phone: visitor.code_phone, registered: visitor.registered_at !== null };
}

export async function markRegistered(trx: Db, sid: string, now: Date): Promise<void> {
  await trx
    .updateTable('visitor')
    .set({ registered_at: now })
    .where('sid_hash', '=', tokenHash(sid))
    .execute();
}
