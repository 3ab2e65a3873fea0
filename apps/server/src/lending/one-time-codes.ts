import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { Seal } from '../security/seal.ts';
import { newId } from './ids.ts';

/** How long a code may be used. */
export const lifeMs = 5 * 60_000;
const mostTries = 5;
const pauseMs = 60_000;
const dayMs = 24 * 60 * 60_000;
/** Caps a day: per number, per device, and over all: a day's messages have a ceiling. */
export const caps = { phone: 5, device: 10, all: 20_000 } as const;
/**
 * Caps a day per address. Thousands of phones of one network share one: beyond `asIs` a captcha is asked for before anybody
 * is turned away, so that people go on and a robot does not.
 */
export const addressCaps = { asIs: 50, captcha: 1_000 } as const;

/**
 * Pumping: messages sent to numbers that pay whoever asks for them, by people who read every captcha. Their codes are never
 * used. Where of many registration codes of the last hour hardly any were, a brand sends a trickle until that changes.
 */
const pumping = { from: 100, usedShare: 0.1, trickle: 5 } as const;
const hourMs = 60 * 60_000;

/** A code serves what it was asked for, and nothing else. */
export const codePurposes = ['login', 'reset', 'register'] as const;
export type CodePurpose = (typeof codePurposes)[number];

export interface CodeRequest {
  readonly brand: string;
  readonly phone: string;
  readonly purpose: CodePurpose;
  readonly deviceId: string | undefined;
  readonly address: string;
  /** A captcha was read for it. */
  readonly captcha: boolean;
  readonly now: Date;
}

export type CodeRefusal =
  | { readonly refused: 'tooSoon'; readonly seconds: number }
  | { readonly refused: 'tooManyToday' }
  /** Many codes were sent to this address: again with a captcha. */
  | { readonly refused: 'captchaNeeded' }
  /** Of registration alone: hardly any of the last codes was used. */
  | { readonly refused: 'tooBusy' };

/** What is kept of a code is keyed: whoever reads the table cannot try a million codes against it. */
const keptOf = (id: string, code: string) => `one-time code ${id} ${code}`;

/** Why no code goes to this number, or to whoever asks, now; undefined where one may. */
async function refusalOf(trx: Db, request: CodeRequest): Promise<CodeRefusal | undefined> {
  const { brand, phone, deviceId, address, captcha, now } = request;
  const since = new Date(now.getTime() - dayMs);
  const last = await trx
    .selectFrom('one_time_code')
    .select('created_at')
    .where('brand', '=', brand)
    .where('phone', '=', phone)
    .where('created_at', '>', new Date(now.getTime() - pauseMs))
    // One from further ahead was made before the clock was set back: nobody waits for hours because of it.
    .where('created_at', '<', new Date(now.getTime() + pauseMs))
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  if (last)
    return {
      refused: 'tooSoon',
      seconds: Math.ceil(Math.min(pauseMs, last.created_at.getTime() + pauseMs - now.getTime()) / 1000),
    };
  const counts = await trx
    .selectNoFrom((eb) => [
      eb
        .selectFrom('one_time_code')
        .select((c) => c.fn.countAll<number>().as('n'))
        .where('brand', '=', brand)
        .where('phone', '=', phone)
        .where('created_at', '>', since)
        .as('phone'),
      eb
        .selectFrom('one_time_code')
        .select((c) => c.fn.countAll<number>().as('n'))
        .where('device_id', '=', deviceId ?? '')
        .where('created_at', '>', since)
        .as('device'),
      eb
        .selectFrom('one_time_code')
        .select((c) => c.fn.countAll<number>().as('n'))
        .where('address', '=', address)
        .where('created_at', '>', since)
        .as('address'),
      eb
        .selectFrom('one_time_code')
        .select((c) => c.fn.countAll<number>().as('n'))
        .where('created_at', '>', since)
        .as('all'),
    ])
    .executeTakeFirstOrThrow();
  for (const cap of ['phone', 'device', 'all'] as const)
    if ((counts[cap] ?? 0) >= caps[cap]) return { refused: 'tooManyToday' };
  if ((counts.address ?? 0) >= addressCaps.captcha) return { refused: 'tooManyToday' };
  if (!captcha && (counts.address ?? 0) >= addressCaps.asIs) return { refused: 'captchaNeeded' };
  return undefined;
}

/** Makes a one-time code unless a cap says no; an older one for the same number stops working. Counted in the database, so that every server counts the same. */
export async function makeCode(
  trx: Db,
  seal: Seal,
  request: CodeRequest,
): Promise<{ code: string } | CodeRefusal> {
  const { brand, phone, purpose, deviceId, address, now } = request;
  // Who is refused anyway is told at once: in the line below each holds a connection that others need.
  const early = await refusalOf(trx, request);
  if (early) return early;
  // One at a time, whoever asks: parallel requests must not pass under a cap together, be it a number's, a device's, an
  // address's or the day's. A code takes some milliseconds, and a day has but some thousands of them.
  await sql`select pg_advisory_xact_lock(hashtextextended('one-time codes', 0))`.execute(trx);
  const refusal = await refusalOf(trx, request);
  if (refusal) return refusal;
  if (purpose === 'register' && (await isPumped(trx, brand, now))) return { refused: 'tooBusy' };
  const id = newId();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await trx
    .updateTable('one_time_code')
    .set({ superseded_at: now })
    .where('brand', '=', brand)
    .where('phone', '=', phone)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .execute();
  await trx
    .insertInto('one_time_code')
    .values({
      id,
      brand,
      phone,
      purpose,
      device_id: deviceId ?? null,
      address,
      code_hash: seal.digest(keptOf(id, code)),
      created_at: now,
      expires_at: new Date(now.getTime() + lifeMs),
    })
    .execute();
  return { code };
}

async function isPumped(trx: Db, brand: string, now: Date): Promise<boolean> {
  const { sent, used, lately } = await trx
    .selectFrom('one_time_code')
    .select((eb) => [
      eb.fn.countAll<number>().as('sent'),
      eb.fn.count<number>('used_at').as('used'),
      eb.fn
        .countAll<number>()
        .filterWhere('created_at', '>', new Date(now.getTime() - pauseMs))
        .as('lately'),
    ])
    .where('brand', '=', brand)
    .where('purpose', '=', 'register')
    .where('created_at', '>', new Date(now.getTime() - hourMs))
    .executeTakeFirstOrThrow();
  return sent >= pumping.from && used < sent * pumping.usedShare && lately >= pumping.trickle;
}

/** Uses a code up: true once, for the right one, within its life and its five tries. The try is counted before it is compared. */
export async function useCode(
  db: Db,
  seal: Seal,
  brand: string,
  phone: string,
  purpose: CodePurpose,
  code: string,
  now: Date,
): Promise<boolean> {
  const tried = await db
    .updateTable('one_time_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('brand', '=', brand)
    .where('phone', '=', phone)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', mostTries)
    .returning(['id', 'code_hash'])
    .executeTakeFirst();
  if (!tried || !seal.matches(keptOf(tried.id, code), tried.code_hash)) return false;
  const used = await db
    .updateTable('one_time_code')
    .set({ used_at: now })
    .where('id', '=', tried.id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}
