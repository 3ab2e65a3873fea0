import type {
  listPolicies as listPoliciesCall,
  showPolicy as showPolicyCall,
} from '@hiram/contract/console/policy';
import { policyOf } from '../../lending/origination/decision/policies.ts';
import { readResult } from '../../lending/origination/decision/runs.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { isRejection } from '../../platform/errors/rejection.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { brandOfRequest, findVersion, listVersions } from '../actions/versions.ts';
import { shownPolicies } from './policy-rows.ts';

export const listPolicies: StaffHandler<typeof listPoliciesCall> = async (_input, request) => {
  const { id } = brandOfRequest(request);
  const rows = await listVersions(request.db, 'decision_policy', id);
  return { versions: await shownPolicies(request.db, id, rows) };
};

const monthMs = 30 * 86_400_000;
/** Decisions that are read for counts: a month of a large lender. */
const maxRuns = 20_000;

/**
 * The number of times each line of a trace fired in the last 30 days, by stage and rule, and the number of decisions: of
 * one version alone, beside the active one as long as it is in shadow.
 */
async function firedLines(
  db: Db,
  { brand, version, isShadow, now }: { brand: string; version: number; isShadow: boolean; now: Date },
) {
  const runs = await db
    .selectFrom('decision_run')
    .select('result')
    .where('brand', '=', brand)
    .where('kind', '=', isShadow ? 'shadow' : 'active')
    .where('policy_version', '=', version)
    .where('at', '>', new Date(now.getTime() - monthMs))
    .orderBy('id', 'desc')
    .limit(maxRuns)
    .execute();
  const counts = new Map<string, number>();
  for (const { result } of runs)
    for (const { stage, rule, state } of readResult(result).trace)
      if (state === 'fired') counts.set(`${stage} ${rule}`, (counts.get(`${stage} ${rule}`) ?? 0) + 1);
  return { counts, decisions: runs.length };
}

export const showPolicy: StaffHandler<typeof showPolicyCall> = async ({ version }, request) => {
  const { id, products } = brandOfRequest(request);
  const row = await findVersion(request.db, 'decision_policy', id, version);
  if (isRejection(row)) return row;
  const [shown] = await shownPolicies(request.db, id, [row]);
  if (!shown) throw new Error('a version that was read is shown');
  const isShadow = shown.state === 'checked';
  const { counts, decisions } = await firedLines(request.db, {
    brand: id,
    version,
    isShadow,
    now: request.now,
  });
  return {
    ...shown,
    fired: [...counts].map(([line, count]) => ({ line, count })),
    decisions,
    body: JSON.stringify(policyOf(row), null, 2),
    products: products.map(({ code }) => code),
  };
};
