import type { Db } from '../platform/database/connect.ts';
import type { Asker, CodeRequest } from './code-request.ts';

const pauseMs = 60_000;
const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/**
 * Codes a day. To a number: `asIs` for whoever asks, and with a captcha up to `captcha`, so that somebody else's requests
 * use up nobody's day without reading one each. A device; and a brand, whose day's messages have a ceiling.
 */
export const caps = { phone: { asIs: 5, captcha: 10 }, device: 10, all: 20_000 } as const;

/**
 * Codes a day for one address, and for an IPv6 network of 48 bits, which one customer of a provider may have whole. Thousands
 * of phones share an address: beyond `asIs` a captcha is asked for before anybody is turned away.
 */
export const addressCaps = { asIs: 50, captcha: 1_000 } as const;
export const networkCaps = { asIs: 200, captcha: 4_000 } as const;

/**
 * Pumping: messages sent to numbers that pay whoever asks for them, by people who read every captcha. Their codes are never
 * used. Where of many codes of the last hour hardly any were, a brand sends a trickle for that purpose until that changes.
 */
const pumping = { from: 100, usedShare: 0.1, trickle: 5 } as const;

export type CodeRejection =
  | { readonly rejected: 'tooSoon'; readonly seconds: number }
  | { readonly rejected: 'tooManyToday' }
  /** Many codes were sent to this number, address or network: again with a captcha. */
  | { readonly rejected: 'captchaNeeded' }
  /** Hardly any of the last codes for this purpose was used. */
  | { readonly rejected: 'tooBusy' };

/** The IPv6 network of 48 bits around an address as callers are counted (`networkOf`); undefined for IPv4. */
export function wideNetwork(address: string): string | undefined {
  const groups = /^((?:[0-9a-f]+:){3})[0-9a-f]+::\/64$/.exec(address);
  return groups ? `${groups[1]}:/48` : undefined;
}

/** The proof that a request is counted and a code is bound by: a page's before an app's. */
export function proofOf({ proof }: Pick<Asker, 'proof'>): Buffer | undefined {
  return proof.page[0] ?? proof.app;
}

/**
 * Does whoever asks show the proof of a session that the number's account once had? Nobody else can: proofs stand in no
 * address. What others ask for this number is not counted against them.
 */
export async function isKnownHolder(
  db: Db,
  asker: Pick<Asker, 'brand' | 'phone' | 'proof'>,
): Promise<boolean> {
  const { brand, phone, proof } = asker;
  const shown = [...proof.page, ...(proof.app ? [proof.app] : [])];
  if (shown.length === 0) return false;
  const found = await db
    .selectFrom('session')
    .innerJoin('borrower', 'borrower.id', 'session.borrower_id')
    .select('session.id')
    .where('borrower.brand', '=', brand)
    .where('borrower.phone', '=', phone)
    .where((eb) => eb.or([eb('session.page_proof', 'in', shown), eb('session.app_proof', 'in', shown)]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Why no code goes to this number, or to whoever asks, now; undefined where one may. */
export async function rejectionOf(
  trx: Db,
  request: CodeRequest,
  known: boolean,
): Promise<CodeRejection | undefined> {
  const { captcha, now } = request;
  const last = await ofNumber(trx, request, known)
    .select('created_at')
    .where('created_at', '>', new Date(now.getTime() - pauseMs))
    // One from further ahead was made before the clock was set back: nobody waits for hours because of it.
    .where('created_at', '<', new Date(now.getTime() + pauseMs))
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  if (last)
    return {
      rejected: 'tooSoon',
      seconds: Math.ceil(Math.min(pauseMs, last.created_at.getTime() + pauseMs - now.getTime()) / 1000),
    };
  const { phone } = await ofNumber(trx, request, known)
    .select((eb) => eb.fn.countAll<number>().as('phone'))
    .where('created_at', '>', new Date(now.getTime() - dayMs))
    .executeTakeFirstOrThrow();
  if (phone >= caps.phone.captcha) return { rejected: 'tooManyToday' };
  const needed = !captcha && phone >= caps.phone.asIs;
  // The number's owner on a device of theirs: what others did elsewhere is not held against them.
  if (known) return needed ? { rejected: 'captchaNeeded' } : undefined;
  const counts = await countsOf(trx, request);
  if (counts.device >= caps.device || counts.all >= caps.all) return { rejected: 'tooManyToday' };
  if (counts.address >= addressCaps.captcha || counts.network >= networkCaps.captcha)
    return { rejected: 'tooManyToday' };
  if (needed) return { rejected: 'captchaNeeded' };
  if (!captcha && (counts.address >= addressCaps.asIs || counts.network >= networkCaps.asIs))
    return { rejected: 'captchaNeeded' };
  return undefined;
}

/** The codes that count for a number: all that were sent to it, or of its owner's device that device's own. */
function ofNumber(db: Db, request: CodeRequest, known: boolean) {
  const sent = db
    .selectFrom('one_time_code')
    .where('brand', '=', request.brand)
    .where('phone', '=', request.phone);
  const proof = proofOf(request);
  return known && proof !== undefined ? sent.where('known', '=', true).where('proof', '=', proof) : sent;
}

async function countsOf(
  db: Db,
  { brand, deviceId, address, now }: CodeRequest,
): Promise<{ device: number; address: number; network: number; all: number }> {
  const since = new Date(now.getTime() - dayMs);
  const network = wideNetwork(address);
  return db
    .selectNoFrom((eb) => {
      const sent = () =>
        eb
          .selectFrom('one_time_code')
          .select((c) => c.fn.countAll<number>().as('n'))
          .where('created_at', '>', since);
      return [
        eb.fn.coalesce(sent().where('device_id', '=', deviceId ?? ''), eb.lit(0)).as('device'),
        eb.fn.coalesce(sent().where('address', '=', address), eb.lit(0)).as('address'),
        eb.fn.coalesce(sent().where('network', '=', network ?? ''), eb.lit(0)).as('network'),
        eb.fn.coalesce(sent().where('brand', '=', brand), eb.lit(0)).as('all'),
      ];
    })
    .executeTakeFirstOrThrow();
}

/** Is somebody pumping codes of this purpose? The owners of numbers, on devices of theirs, are never held up by it. */
export async function isPumped(trx: Db, { brand, purpose, now }: CodeRequest): Promise<boolean> {
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
    .where('purpose', '=', purpose)
    .where('known', '=', false)
    .where('created_at', '>', new Date(now.getTime() - hourMs))
    .executeTakeFirstOrThrow();
  return sent >= pumping.from && used < sent * pumping.usedShare && lately >= pumping.trickle;
}
