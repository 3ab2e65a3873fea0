import type { LocalDate } from '@hiram/loan';
import { sql } from 'kysely';
import type { AppContext } from '../../context/app-context.ts';
import { policyOf } from '../../lending/origination/decision/policies.ts';
import { isSameAgain, readInputs } from '../../lending/origination/decision/runs.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { oncePerDay } from '../../platform/jobs/daily-run.ts';

/** Decisions that are replayed each night, in stretches from random moments. */
const stretches = 20;
const perStretch = 50;

/** The least UUID (version 7) of a moment. */
const idFrom = (at: Date) => {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};

/** Random moments since the first decision, and its own. An id is made a moment before its row's time. */
async function moments(db: Db, brand: string): Promise<readonly Date[]> {
  const { rows } = await sql<{ moment: Date }>`
    select first + case no when 1 then interval '0' else random() * (last - first) end as moment
    from (
      select min(at) - interval '1 second' as first, max(at) as last from decision_run where brand = ${brand}
    ) span, generate_series(1, ${stretches}::int) as no where first is not null`.execute(db);
  return rows.map(({ moment }) => moment);
}

export interface DecisionCheck {
  readonly replayed: number;
  /** Decisions that their policy would not make again, to the byte. */
  readonly differing: readonly string[];
}

/** Replays a sample of a brand's decisions, each with its own version. */
export async function checkDecisions(
  { db, cipher, matcher }: Pick<AppContext, 'db' | 'cipher' | 'matcher'>,
  brand: string,
): Promise<DecisionCheck> {
  const seen = new Set<string>();
  const differing: string[] = [];
  for (const moment of await moments(db, brand)) {
    const rows = await db
      .selectFrom('decision_run')
      .innerJoin('decision_policy', (join) =>
        join
          .onRef('decision_policy.brand', '=', 'decision_run.brand')
          .onRef('decision_policy.version', '=', 'decision_run.policy_version'),
      )
      .select(['decision_run.id', 'decision_run.brand', 'facts_encrypted', 'facts_digest', 'result'])
      .select(['body', 'sha256'])
      .where('decision_run.brand', '=', brand)
      .where('decision_run.kind', 'in', ['active', 'shadow'])
      .where('decision_run.id', '>=', sql<string>`${idFrom(moment)}::uuid`)
      .orderBy('decision_run.id')
      .limit(perStretch)
      .execute();
    for (const row of rows) {
      if (seen.has(row.id)) continue;
      seen.add(row.id);
      if (!isRepeated(row)) differing.push(row.id);
    }
  }
  return { replayed: seen.size, differing };

  function isRepeated(
    row: Parameters<typeof readInputs>[1] & Parameters<typeof policyOf>[0] & { result: string },
  ) {
    try {
      return isSameAgain(policyOf(row), readInputs({ cipher, matcher }, row), row.result);
    } catch {
      // Facts that no longer match their digest, or a policy that no longer loads.
      return false;
    }
  }
}

/** The nightly replay of a brand. A difference is an error in the log and in the metrics. */
export async function replayDecisions(appContext: AppContext, brand: string, day: LocalDate): Promise<void> {
  await oncePerDay(appContext, { name: 'decision check', brand, day }, async () => {
    const { replayed, differing } = await checkDecisions(appContext, brand);
    if (differing.length > 0)
      appContext.log.error({ brand, differing: differing.slice(0, 100) }, 'decisions differ when replayed');
    return { replayed, differing: differing.length };
  });
}
