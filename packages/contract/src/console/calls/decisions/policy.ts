import * as v from 'valibot';
import { text, whole } from '../../../fields/fields.ts';
import { actionCalls } from '../../action-calls.ts';
import { brandCall } from '../../staff-call.ts';

/** A version changes as a draft alone; `granted`: it decides from `effectiveAt` on. */
export const policyStates = ['draft', 'checked', 'granted', 'active', 'superseded'] as const;

const version = v.pipe(whole, v.minValue(1));

const policyVersion = v.object({
  version: whole,
  state: v.picklist(policyStates),
  note: v.string(),
  /** SHA-256 of its canonical JSON, in hexadecimal. */
  sha256: v.string(),
  /** ISO 8601. */
  createdAt: v.string(),
  createdBy: v.optional(v.string()),
  checkedAt: v.optional(v.string()),
  effectiveAt: v.optional(v.string()),
  /** True if it decides now. */
  isInEffect: v.boolean(),
});
export type PolicyVersion = v.InferOutput<typeof policyVersion>;

/** The versions of a brand's credit policy, the newest first. */
export const listPolicies = brandCall({
  name: 'listPolicies',
  cells: 'home',
  path: '/policy/list',
  right: 'policy.read',
  input: v.strictObject({}),
  output: v.object({ versions: v.array(policyVersion) }),
});

/**
 * A version as JSON, which `@hiram/decision` reads. `fired`: how often each line of the trace fired among the `decisions` of the
 * last 30 days, whichever version decided them. A line is `<stage> <rule>`, as in a trace.
 */
export const showPolicy = brandCall({
  name: 'showPolicy',
  cells: 'home',
  path: '/policy/show',
  right: 'policy.read',
  input: v.strictObject({ version }),
  output: v.object({
    ...policyVersion.entries,
    fired: v.array(v.object({ line: v.string(), count: whole })),
    decisions: whole,
    body: v.string(),
    /** The products that a row of the ladder can name. */
    products: v.array(v.string()),
  }),
  rejections: ['noSuchVersion'],
});

/** More than a policy with 1,000 rules. */
const maxPolicyBytes = 1_000_000;

const body = v.pipe(v.string(), v.maxLength(maxPolicyBytes));

/**
 * The faults of a policy, each with the path of its JSON: where it does not load, is weaker than the law, has
 * a rule that can never fire or bands that overlap. Nothing is stored.
 */
export const findPolicyFaults = brandCall({
  name: 'findPolicyFaults',
  cells: 'home',
  path: '/policy/find-faults',
  right: 'policy.edit',
  maxBodyBytes: maxPolicyBytes + 10_000,
  input: v.strictObject({ body }),
  output: v.object({ faults: v.array(v.object({ path: v.string(), fault: v.string() })) }),
});

/** Saves a draft: a new version, or the draft `version` with other contents. The policy must load, fit the law and act. */
export const savePolicyDraft = brandCall({
  name: 'savePolicyDraft',
  cells: 'home',
  path: '/policy/save-draft',
  right: 'policy.edit',
  maxBodyBytes: maxPolicyBytes + 10_000,
  input: v.strictObject({
    version: v.optional(version),
    note: text(500),
    body,
  }),
  output: v.object({ version: whole }),
  rejections: ['badPolicy', 'noDraft'],
});

/** Ends the editing of a draft: it is not changed any more, and decides beside the active version without effect. */
export const checkPolicyDraft = brandCall({
  name: 'checkPolicyDraft',
  cells: 'reference',
  path: '/policy/check-draft',
  right: 'policy.edit',
  input: v.strictObject({ version }),
  output: v.object({ state: v.picklist(policyStates) }),
  rejections: ['noDraft', 'badPolicy'],
});

const matrixCell = v.object({ active: v.string(), draft: v.string(), count: whole });

const replayedLoans = v.object({
  /** The outcome of each under the draft. */
  outcome: v.picklist(['rejected', 'smaller', 'unchanged']),
  loans: whole,
  /** Cents that were lent. */
  lent: whole,
  /** Loans that were ever more than 30 days late, and those whose first repayment was. */
  par30: whole,
  firstMissed: whole,
});

const replayedGroup = v.object({
  by: v.picklist(['product', 'age', 'region', 'client']),
  name: v.string(),
  applications: whole,
  /** Approved, also for less. */
  active: whole,
  draft: whole,
  /** True if the draft approves less than four fifths of the best group's share. Of age and region alone. */
  isBelow: v.boolean(),
});

/** A replay of the latest decisions with another version. Amounts are cents of the brand's currency. */
export const replayReport = v.object({
  replayed: whole,
  matrix: v.array(matrixCell),
  /** The sums that were, and would be, approved. */
  offered: v.object({ active: whole, draft: whole }),
  loans: v.array(replayedLoans),
  groups: v.array(replayedGroup),
  /**
   * For each place in which the versions differ: the decisions that it alone changes. Empty if they differ in
   * more than a few.
   */
  alone: v.array(v.object({ place: v.string(), changed: whole })),
});
export type ReplayReport = v.InferOutput<typeof replayReport>;

/**
 * Decides the latest applications again with a version, from the facts that were stored with them. They are compared with what
 * `from` decides, without it with what was decided. Nothing is stored.
 */
export const replayPolicy = brandCall({
  name: 'replayPolicy',
  path: '/policy/replay',
  right: 'policy.read',
  input: v.strictObject({
    version,
    from: v.optional(version),
    last: v.pipe(whole, v.minValue(1), v.maxValue(10_000)),
  }),
  output: replayReport,
  rejections: ['noSuchVersion'],
});

const shadowDay = v.object({
  /** ISO 8601 date. */
  day: v.string(),
  same: whole,
  /** A worse outcome, or a smaller amount. */
  stricter: whole,
  milder: whole,
});

/** Decisions of a checked version beside the active one, on the applications of the last 30 days. It decided nothing. */
export const showPolicyShadow = brandCall({
  name: 'showPolicyShadow',
  path: '/policy/shadow',
  right: 'policy.read',
  input: v.strictObject({ version }),
  output: v.object({ days: v.array(shadowDay) }),
  rejections: ['noSuchVersion'],
});

/** Lets a checked version decide, on every server from one moment on. Two persons always decide it. */
export const activatePolicy = actionCalls({
  name: 'activatePolicy',
  cells: 'reference',
  path: '/policy/activate',
  action: 'policy.activate',
  right: 'policy.activate',
  request: { version },
  rejections: ['noSuchVersion', 'notChecked', 'badPolicy'],
});
