import { sql } from 'kysely';
import type { Db } from '../platform/database/connection/connect.ts';
import type { CodeRejection, CodeRequest } from './code-request.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * SMS pumping: robots, and people who solve captchas, send messages to numbers that earn money by them. Such codes are never
 * used. If few of many codes of the last hour were used, the purpose is limited until that changes: each code takes a solved
 * captcha, and the unused codes have budgets. The budgets are by network and by block of numbers, because a common one would
 * be used up by the attack and shut everybody out.
 */
export const pumping = {
  minSent: 100,
  usedShare: 0.25,
  /** Unused codes of an hour beyond the used ones: of a network (/24 of IPv4, /48 of IPv6) and of a block of 10,000 numbers. */
  network: 10,
  block: 10,
  /**
   * Unused codes of a minute after a solved captcha: `perMinute` of them for all, the others for networks
   * without a debt of unused codes.
   */
  perMinute: 5,
  reservedPerMinute: 25,
} as const;

/** Digits of a number after its block. */
const blockDigits = 4;

/** Reports whether so few of the codes sent within an hour were used that the purpose is limited. */
export function isPumped({ sent, used }: { readonly sent: number; readonly used: number }): boolean {
  return sent >= pumping.minSent && used < sent * pumping.usedShare;
}

/**
 * The network that a caller's codes are counted for: 24 bits of an IPv4 address, 48 bits of an IPv6 network in the form of
 * `networkOf`, otherwise the address itself.
 */
export function countedNetwork(address: string): string {
  const [, ipv4] = /^(\d{1,3}(?:\.\d{1,3}){2})\.\d{1,3}$/.exec(address) ?? [];
  if (ipv4 !== undefined) return `${ipv4}.0/24`;
  const [, ipv6] = /^((?:[0-9a-f]+:){3})[0-9a-f]+::\/64$/.exec(address) ?? [];
  return ipv6 === undefined ? address : `${ipv6}:/48`;
}

/**
 * The reason why no code may be sent while codes of this purpose are pumped. It never concerns owners of
 * numbers on known devices.
 */
export async function pumpingRejection(
  db: Db,
  { brand, purpose, phone, address, captcha, now }: CodeRequest,
): Promise<CodeRejection | undefined> {
  const block = phone.slice(0, -blockDigits);
  const { rows } = await sql<Counts>`
    select count(*)::int as sent, count(used_at)::int as used,
      count(*) filter (where captcha and used_at is null and created_at > ${new Date(now.getTime() - minuteMs)})::int as minute,
      coalesce(sum(case when used_at is null then 1 else -1 end) filter (where network = ${countedNetwork(address)}), 0)::int as network,
      coalesce(sum(case when used_at is null then 1 else -1 end) filter (where starts_with(phone, ${block})), 0)::int as block
    from one_time_code
    where brand = ${brand} and purpose = ${purpose} and not known and created_at > ${new Date(now.getTime() - hourMs)}`.execute(
    db,
  );
  const [counts] = rows;
  if (!counts || !isPumped(counts)) return undefined;
  if (!captcha) return { rejected: 'captchaNeeded' };
  const reserved = counts.network > 0 ? 0 : pumping.reservedPerMinute;
  return counts.network >= pumping.network ||
    counts.block >= pumping.block ||
    counts.minute >= pumping.perMinute + reserved
    ? { rejected: 'tooBusy' }
    : undefined;
}

/**
 * Codes of the last hour. `network` and `block`: unused ones beyond the used ones. `minute`: unused ones of
 * the last minute after a captcha.
 */
interface Counts {
  readonly sent: number;
  readonly used: number;
  readonly minute: number;
  readonly network: number;
  readonly block: number;
}
