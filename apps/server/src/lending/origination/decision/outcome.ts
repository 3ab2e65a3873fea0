import type { Amount, Decision, Policy } from '@hiram/decision';
import { publicReason, type ReasonToRefuse } from '../../../brands/refusal-reasons.ts';
import type { ScorerAnswer } from '../../../providers/ports/scorer.ts';

/** The outcome of an application. `refer`: a reviewer decides; `counter`: the borrower is offered less. */
export type Resolution =
  | { readonly outcome: 'approve'; readonly reasons: readonly [] }
  | { readonly outcome: 'counter'; readonly reasons: readonly []; readonly offered: Amount }
  | { readonly outcome: 'refer'; readonly reasons: readonly string[] }
  | { readonly outcome: 'refuse'; readonly reasons: readonly ReasonToRefuse[] };

interface Reasons {
  readonly refuse: readonly string[];
  readonly refer: readonly string[];
}

/**
 * The reasons of a decision: refusals and referrals apart, each once, in the order of the stages. A missing fact that refuses is
 * `incomplete`, whichever rule wanted it.
 */
export function firedReasons(policy: Policy, { trace, reasons, points }: Decision): Reasons {
  const [law, fraud, bureau, scorecard, affordability, limit] = policy.stages;
  const rules = new Map([law, fraud, bureau].flatMap((stage) => stage.rules.map((rule) => [rule.id, rule])));
  const refuse: string[] = [];
  const refer: string[] = [];
  const add = (then: string, reason: string, isMissing: boolean) => {
    if (then === 'refuse') refuse.push(isMissing ? 'incomplete' : reason);
    if (then === 'refer') refer.push(reason);
  };
  const fired = trace.filter(({ state }) => state !== 'passed');
  for (const { stage, rule: id, state } of fired) {
    const rule = stage === 'scorecard' ? undefined : rules.get(id);
    const isMissing = state === 'missing';
    if (rule) add(isMissing ? rule.missing : rule.then, rule.reason, isMissing);
  }
  const band = scorecard.bands.find(({ below }) => points < below);
  if (band) add(band.then, band.reason, false);
  for (const { stage, rule: reason, state } of fired)
    if ((stage === affordability.name || stage === limit.name) && reasons.includes(reason))
      add('refuse', reason, state === 'missing');
  return { refuse: [...new Set(refuse)], refer: [...new Set(refer)] };
}

/** The answer of the scorer; `silent`: none came in time; undefined: it was not asked. */
export type Scored = ScorerAnswer | 'unanswered' | undefined;

/**
 * Combines a policy's decision with the scorer's answer: refused if either refuses, referred if either refers. An answer that
 * never came refers.
 */
export function resolutionOf(policy: Policy, decision: Decision, scored: Scored): Resolution {
  const { refuse, refer } = firedReasons(policy, decision);
  const known = refuse.map((reason) => publicReason(reason) ?? 'score');
  if (scored !== undefined && scored !== 'unanswered' && scored.outcome === 'refuse')
    return { outcome: 'refuse', reasons: [...new Set([...known, ...scored.reasons])] };
  if (decision.outcome === 'refuse') return { outcome: 'refuse', reasons: [...new Set(known)] };
  const scorerRefers =
    scored === 'unanswered' ? 'scorerSilent' : scored?.outcome === 'refer' ? 'scorerRefers' : undefined;
  if (decision.outcome === 'refer' || scorerRefers)
    return { outcome: 'refer', reasons: scorerRefers ? [...refer, scorerRefers] : refer };
  if (decision.outcome === 'counter' && decision.offered)
    return { outcome: 'counter', reasons: [], offered: decision.offered };
  return { outcome: 'approve', reasons: [] };
}
