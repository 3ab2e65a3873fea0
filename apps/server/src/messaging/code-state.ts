import { sql } from 'kysely';
import type { Db } from '../platform/database/connection/connect.ts';
import { caps } from './code-caps.ts';
import { type CodePurpose, codePurposes } from './code-request.ts';
import { isPumped, pumping } from './pumping.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** The length of a number's prefix: the country and the operator. Nobody is known by them. */
const prefixLength = 6;
const maxPrefixes = 10;

/** The codes of the last hour for a purpose, without those to known devices. */
interface PurposeState {
  readonly purpose: CodePurpose;
  readonly sent: number;
  readonly used: number;
  /** Hardly any was used: each code takes a captcha, and unused ones have budgets. */
  readonly isLimited: boolean;
}

/** The codes of the last hour to numbers that begin alike. */
interface PrefixState {
  readonly prefix: string;
  readonly sent: number;
  readonly used: number;
}

/** The present limits of a brand's codes, and the results of its captchas. */
export interface CodeState {
  readonly purposes: readonly PurposeState[];
  readonly prefixes: readonly PrefixState[];
  /** Unused codes a minute of a limited purpose, at most. */
  readonly maxPerMinute: number;
  /** Codes of the last 24 hours, and their maximum. */
  readonly day: { readonly sent: number; readonly max: number };
  /** The last hour: captchas shown, visitors who answered one, and visitors whose device worked instead. */
  readonly captcha: {
    readonly visitors: number;
    readonly shown: number;
    readonly answered: number;
    readonly worked: number;
    readonly gotCode: number;
  };
}

/** The state of a brand's codes and captchas now. It reads the last day of codes and the last hour of visitors. */
export async function codeState(db: Db, brand: string, now: Date): Promise<CodeState> {
  const hourAgo = new Date(now.getTime() - hourMs);
  const { rows: sent } = await sql<{ purpose: CodePurpose; prefix: string; sent: number; used: number }>`
    select purpose, left(phone, ${prefixLength}) as prefix, count(*)::int as sent, count(used_at)::int as used
    from one_time_code
    where brand = ${brand} and not known and created_at > ${hourAgo}
    group by 1, 2`.execute(db);
  const { day } = await db
    .selectFrom('one_time_code')
    .select((eb) => eb.fn.countAll<number>().as('day'))
    .where('brand', '=', brand)
    .where('created_at', '>', new Date(now.getTime() - dayMs))
    .executeTakeFirstOrThrow();
  return {
    purposes: codePurposes.map((purpose) => purposeState(purpose, sent)),
    prefixes: prefixStates(sent),
    maxPerMinute: pumping.perMinute + pumping.reservedPerMinute,
    day: { sent: Number(day), max: caps.all.captcha },
    captcha: await captchaState(db, brand, hourAgo),
  };
}

interface Counted {
  readonly purpose: CodePurpose;
  readonly prefix: string;
  readonly sent: number;
  readonly used: number;
}

function purposeState(purpose: CodePurpose, counted: readonly Counted[]): PurposeState {
  const own = counted.filter((row) => row.purpose === purpose);
  const sent = own.reduce((sum, row) => sum + row.sent, 0);
  const used = own.reduce((sum, row) => sum + row.used, 0);
  return { purpose, sent, used, isLimited: isPumped({ sent, used }) };
}

function prefixStates(counted: readonly Counted[]): readonly PrefixState[] {
  const states = new Map<string, PrefixState>();
  for (const { prefix, sent, used } of counted) {
    const before = states.get(prefix) ?? { prefix, sent: 0, used: 0 };
    states.set(prefix, { prefix, sent: before.sent + sent, used: before.used + used });
  }
  return [...states.values()].sort((a, b) => b.sent - b.used - (a.sent - a.used)).slice(0, maxPrefixes);
}

async function captchaState(db: Db, brand: string, since: Date): Promise<CodeState['captcha']> {
  const { rows } = await sql<CodeState['captcha']>`
    select count(*)::int as visitors, coalesce(sum(captchas), 0)::int as shown,
      count(captcha_used_at)::int as answered, count(worked_at)::int as worked, count(code_phone)::int as "gotCode"
    from visitor
    where brand = ${brand} and created_at > ${since}`.execute(db);
  return rows[0] ?? { visitors: 0, shown: 0, answered: 0, worked: 0, gotCode: 0 };
}
