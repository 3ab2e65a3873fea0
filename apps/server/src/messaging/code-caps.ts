import type { Db } from '../platform/database/connection/connect.ts';
import type { CodeRejection, CodeRequest, CodeRequester } from './code-request.ts';
import { countedNetwork, pumpingRejection } from './pumping.ts';

const pauseMs = 60_000;
const dayMs = 24 * 60 * 60_000;

/**
 * Codes in a day. To one number: `asIs` without a captcha, up to `captcha` with one, so that others cannot use up somebody's
 * day without solving a captcha each time. To one device. Of one brand in total, the last quarter for solved captchas.
 */
export const caps = {
  phone: { asIs: 5, captcha: 10 },
  device: 10,
  all: { asIs: 15_000, captcha: 20_000 },
} as const;

/**
 * Codes in a day for one address, and for an IPv6 network of 48 bits, which one customer of a provider may own. Thousands of
 * phones share an address: beyond `asIs` a captcha is required before anything is rejected.
 */
export const addressCaps = { asIs: 50, captcha: 1_000 } as const;
export const networkCaps = { asIs: 200, captcha: 4_000 } as const;

/** The IPv6 network of 48 bits of an address in the form of `networkOf`; undefined for IPv4. */
export function wideNetwork(address: string): string | undefined {
  const network = countedNetwork(address);
  return network.endsWith('/48') ? network : undefined;
}

/** The proof that identifies the requester: the page's, otherwise the app's. */
export function proofOf({ proof }: Pick<CodeRequester, 'proof'>): Buffer | undefined {
  return proof.page[0] ?? proof.app;
}

/**
 * Reports whether the requester has the proof of an earlier session of the number's account. Only the owner's devices have such a
 * proof, so what others request for this number does not count against them.
 */
export async function isKnownHolder(
  db: Db,
  requester: Pick<CodeRequester, 'brand' | 'phone' | 'proof'>,
): Promise<boolean> {
  const { brand, phone, proof } = requester;
  const proofs = [...proof.page, ...(proof.app ? [proof.app] : [])];
  if (proofs.length === 0) return false;
  const session = await db
    .selectFrom('session')
    .innerJoin('borrower', 'borrower.id', 'session.borrower_id')
    .select('session.id')
    .where('borrower.brand', '=', brand)
    .where('borrower.phone', '=', phone)
    .where((eb) => eb.or([eb('session.page_proof', 'in', proofs), eb('session.app_proof', 'in', proofs)]))
    .limit(1)
    .executeTakeFirst();
  return session !== undefined;
}

/** The reason why no code may be sent now to this number or requester; undefined if one may. */
export async function rejectionOf(
  trx: Db,
  request: CodeRequest,
  known: boolean,
): Promise<CodeRejection | undefined> {
  const { captcha, now } = request;
  const last = await ofNumber(trx, request, known)
    .select('created_at')
    .where('created_at', '>', new Date(now.getTime() - pauseMs))
    // A code from the future was created before the clock was set back: it must not block for hours.
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
  const needsCaptcha = !captcha && phone >= caps.phone.asIs;
  // The number's owner on a known device: requests of others do not count.
  if (known) return needsCaptcha ? { rejected: 'captchaNeeded' } : undefined;
  const counts = await countsOf(trx, request);
  if (counts.device >= caps.device || counts.all >= caps.all.captcha) return { rejected: 'tooManyToday' };
  if (counts.address >= addressCaps.captcha || counts.network >= networkCaps.captcha)
    return { rejected: 'tooManyToday' };
  if (needsCaptcha) return { rejected: 'captchaNeeded' };
  const isMuch =
    counts.address >= addressCaps.asIs || counts.network >= networkCaps.asIs || counts.all >= caps.all.asIs;
  if (!captcha && isMuch) return { rejected: 'captchaNeeded' };
  return pumpingRejection(trx, request);
}

/** The codes that count for a number: all that were sent to it, or, on a known device of its owner, that device's own. */
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
