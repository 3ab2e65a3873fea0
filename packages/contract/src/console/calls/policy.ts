import * as v from 'valibot';
import { text, whole } from '../../fields/fields.ts';
import { actionCalls } from '../action-calls.ts';
import { staffCall } from '../staff-call.ts';

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
export const listPolicies = staffCall({
  name: 'listPolicies',
  path: '/policy/list',
  right: 'policy.read',
  scope: 'brand',
  input: v.strictObject({}),
  output: v.object({ versions: v.array(policyVersion) }),
});

/** A line of a policy in words. `place` identifies it in every version: `law adult`. */
const policyLine = v.object({ stage: v.string(), place: v.string(), text: v.string() });
export type PolicyLine = v.InferOutput<typeof policyLine>;

/** A version stage by stage, and as JSON. `fired`: how often each rule's reason was given in the last 30 days, by place. */
export const showPolicy = staffCall({
  name: 'showPolicy',
  path: '/policy/show',
  right: 'policy.read',
  scope: 'brand',
  input: v.strictObject({ version }),
  output: v.object({
    ...policyVersion.entries,
    lines: v.array(v.object({ ...policyLine.entries, fired: whole })),
    /** Decisions of the last 30 days. */
    decisions: whole,
    body: v.string(),
  }),
  rejections: { noSuchVersion: 'noSuchVersion' },
});

/** The lines in which two versions differ. A line that one of them does not have is empty there. */
export const comparePolicies = staffCall({
  name: 'comparePolicies',
  path: '/policy/compare',
  right: 'policy.read',
  scope: 'brand',
  input: v.strictObject({ from: version, to: version }),
  output: v.object({
    lines: v.array(v.object({ stage: v.string(), place: v.string(), before: v.string(), after: v.string() })),
  }),
  rejections: { noSuchVersion: 'noSuchVersion' },
});

/** More than a policy with 1,000 rules. */
const maxPolicyBytes = 1_000_000;

/** Saves a draft: a new version, or the draft `version` with other contents. The policy must load, fit the law and act. */
export const savePolicyDraft = staffCall({
  name: 'savePolicyDraft',
  path: '/policy/save-draft',
  right: 'policy.edit',
  scope: 'brand',
  maxBodyBytes: maxPolicyBytes + 10_000,
  input: v.strictObject({
    version: v.optional(version),
    note: text(500),
    body: v.pipe(v.string(), v.maxLength(maxPolicyBytes)),
  }),
  output: v.object({ version: whole }),
  rejections: { badPolicy: 'badPolicy', noDraft: 'noDraft' },
});

/** Ends the editing of a draft: it is not changed any more, and decides beside the active version without effect. */
export const checkPolicyDraft = staffCall({
  name: 'checkPolicyDraft',
  path: '/policy/check-draft',
  right: 'policy.edit',
  scope: 'brand',
  input: v.strictObject({ version }),
  output: v.object({ state: v.picklist(policyStates) }),
  rejections: { noDraft: 'noDraft', badPolicy: 'badPolicy' },
});

const matrixCell = v.object({ active: v.string(), draft: v.string(), count: whole });

const replayedLoans = v.object({
  /** The outcome of each under the draft. */
  fate: v.picklist(['rejected', 'smaller', 'kept']),
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
});
export type ReplayReport = v.InferOutput<typeof replayReport>;

/** Decides the latest applications again with a version. Nothing is stored. */
export const replayPolicy = staffCall({
  name: 'replayPolicy',
  path: '/policy/replay',
  right: 'policy.read',
  scope: 'brand',
  input: v.strictObject({ version, last: v.pipe(whole, v.minValue(1), v.maxValue(10_000)) }),
  output: replayReport,
  rejections: { noSuchVersion: 'noSuchVersion' },
});

/** Lets a checked version decide, on every server from one moment on. Two persons always decide it. */
export const activatePolicy = actionCalls({
  name: 'activatePolicy',
  path: '/policy/activate',
  action: 'policy.activate',
  right: 'policy.activate',
  request: { version },
  rejections: { noSuchVersion: 'noSuchVersion', notChecked: 'notChecked', badPolicy: 'badPolicy' },
});
