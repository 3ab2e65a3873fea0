import type { DecisionRun, TracedComparison } from '@hiram/contract/console/decision';
import {
  type Condition,
  type FactName,
  type Facts,
  type FactValue,
  type Policy,
  reachedRow,
} from '@hiram/decision';
import type { AppContext } from '../../context/app-context.ts';
import type { Order } from '../../lending/loans/order-store.ts';
import { smallerOffers } from '../../lending/origination/decision/offer-options.ts';
import { policyOf } from '../../lending/origination/decision/policies.ts';
import { readInputs, readResult, type StoredResult } from '../../lending/origination/decision/runs.ts';
import type { Db } from '../../platform/database/connection/connect.ts';

type TraceLine = StoredResult['trace'][number];

/**
 * The latest stored decision of the policy on an order; undefined if there is none. Throws if its facts do
 * not match their digest.
 */
export async function shownRun(
  db: Db,
  appContext: AppContext,
  { borrower_id, id }: Order,
): Promise<DecisionRun | undefined> {
  const row = await db
    .selectFrom('decision_run')
    .innerJoin('decision_policy', (join) =>
      join
        .onRef('decision_policy.brand', '=', 'decision_run.brand')
        .onRef('decision_policy.version', '=', 'decision_run.policy_version'),
    )
    .selectAll('decision_run')
    .select(['decision_policy.body', 'decision_policy.sha256'])
    .where('decision_run.borrower_id', '=', borrower_id)
    .where('decision_run.order_id', '=', id)
    .where('decision_run.kind', '=', 'active')
    .orderBy('decision_run.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { facts, offer } = readInputs(appContext, row);
  const policy = policyOf(row);
  const { outcome, reasons, offered, limit, points, cards, trace } = readResult(row.result);
  const [, , , scorecard, , { ladder }] = policy.stages;
  const reached = reachedRow(ladder, facts);
  const worst = facts['history.maxDaysLate'];
  return {
    version: row.policy_version,
    at: row.at.toISOString(),
    outcome,
    reasons: [...reasons],
    asked: offer.asked,
    ...(offered ? { offered } : {}),
    amounts: offered ? smallerOffers(offer, offered).map(({ amount }) => amount) : [],
    limit,
    ...(reached ? { row: rowOf(reached) } : {}),
    settledLoans: Number(facts['history.settledLoans'] ?? 0),
    ...(typeof worst === 'number' ? { maxDaysLate: worst } : {}),
    base: scorecard.base,
    points,
    cards: cards.map((card) => ({ ...read(facts, card.fact as FactName), points: card.points })),
    trace: trace
      .filter(({ stage, rule }) => stage !== 'scorecard' || !cards.some(({ fact }) => fact === rule))
      .map((line) => {
        const effect = effectOf(policy, line, outcome);
        return {
          ...line,
          ...explain(policy, { ...facts, 'score.points': points }, line, limit),
          ...(effect === undefined ? {} : { effect }),
        };
      }),
  };
}

const rowOf = ({ settled, maxDaysLate }: Policy['stages'][5]['ladder'][number]) => ({
  settled,
  ...(maxDaysLate === undefined ? {} : { maxDaysLate }),
});

/** Facts that come from encrypted fields of the application, which are opened one at a time with a reason. */
const isCertified = (fact: string) => fact.startsWith('applicant.') && fact !== 'applicant.blocked';

function read(facts: Facts, fact: FactName) {
  const value = facts[fact];
  if (isCertified(fact)) return { fact, isCertified: true };
  return {
    fact,
    isCertified: false,
    ...(value === undefined || value === null ? {} : { value: `${value}` }),
  };
}

const compared = (
  facts: Facts,
  fact: FactName,
  op: TracedComparison['op'],
  edge: FactValue | readonly FactValue[],
): TracedComparison => ({ ...read(facts, fact), op, edge: [edge].flat().map(String) });

function comparisonsOf(condition: Condition, facts: Facts): TracedComparison[] {
  if ('fact' in condition) return [compared(facts, condition.fact, condition.op, condition.value)];
  const inner = 'all' in condition ? condition.all : condition.any;
  return inner.flatMap((each) => comparisonsOf(each, facts));
}

type Effect = DecisionRun['trace'][number]['effect'];

/** The effect of a line of the trace; undefined: it did not apply. */
function effectOf(
  { stages: [law, fraud, bureau, scorecard, affordability] }: Policy,
  { stage, rule, state }: TraceLine,
  outcome: DecisionRun['outcome'],
): Effect {
  if (state === 'passed') return undefined;
  const found = [law, fraud, bureau].find(({ name }) => name === stage)?.rules.find(({ id }) => id === rule);
  if (found) return state === 'fired' ? found.then : found.missing;
  if (stage === 'scorecard') return scorecard.bands.find(({ reason }) => reason === rule)?.then;
  // A debt that is missing counts nothing.
  if (stage === 'affordability' && rule !== affordability.reason) return 'skip';
  return outcome === 'refuse' ? 'refuse' : 'less';
}

/** The reason of a line of the trace, and the facts that it compared. */
function explain(
  { stages: [law, fraud, bureau, scorecard, affordability] }: Policy,
  facts: Facts,
  { stage, rule }: TraceLine,
  limit: number,
): { readonly reason: string; readonly comparisons: TracedComparison[] } {
  const found = [law, fraud, bureau].find(({ name }) => name === stage)?.rules.find(({ id }) => id === rule);
  if (found) return { reason: found.reason, comparisons: comparisonsOf(found.if, facts) };
  const band = scorecard.bands.find(({ reason }) => reason === rule);
  if (stage === 'scorecard' && band)
    return { reason: rule, comparisons: [compared(facts, 'score.points', '<', band.below)] };
  if (stage === 'limit') return { reason: rule, comparisons: [compared(facts, 'loan.amount', '>', limit)] };
  if (rule !== affordability.reason)
    return { reason: rule, comparisons: [compared(facts, rule as FactName, 'known', [])] };
  return {
    reason: rule,
    comparisons: [
      compared(facts, 'loan.monthlyInstalment', 'shareOfIncome', affordability.maxShare),
      ...affordability.debts.map((debt) => compared(facts, debt, 'known', [])),
    ],
  };
}
