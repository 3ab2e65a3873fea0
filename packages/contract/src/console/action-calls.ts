import * as v from 'valibot';
import { reasonText, shownIdOf, text, whole } from '../fields/fields.ts';
import type { CallCells } from './of-cells.ts';
import type { ActionName, Right } from './rights.ts';
import { effect } from './shapes/effect.ts';
import { type StaffCall, type StaffInput, type StaffRejectionOf, staffCall } from './staff-call.ts';

/**
 * The persons who may perform an action of this amount: the caller alone, the caller with a second person, or
 * nobody like the caller.
 */
export const verdicts = ['alone', 'secondPerson', 'overLimit'] as const;
export type Verdict = (typeof verdicts)[number];

/** The caller's limits on an action. Amounts are cents; absent: no limit. */
const shownLimit = v.object({
  maxPerItem: v.optional(whole),
  maxPerDay: v.optional(whole),
  doneToday: whole,
  /** From this amount on a second person is needed; 0: always. */
  secondPersonFrom: v.optional(whole),
  /** The greatest cost for the lender of everything that the caller does alone in a day, and the cost so far. */
  maxCostPerDay: whole,
  costToday: whole,
});

/** The effect of an action now. `digest` identifies it: `submit` sends it back. */
const previewAnswer = v.object({
  ...effect.entries,
  digest: v.string(),
  verdict: v.picklist(verdicts),
  limit: shownLimit,
  /** Cents that it costs the lender: debts that are given up, money that goes out or is taken on trust. */
  cost: whole,
  /** True if it needs a second person because another step of it was the caller's, or because two always decide it. */
  isOwnWork: v.boolean(),
  isAlwaysTwo: v.boolean(),
  /** Where a second person is needed: who that can be, without the caller. */
  approvers: v.optional(v.array(v.string())),
});
export type Preview = v.InferOutput<typeof previewAnswer>;

/** `done`: performed within the caller's own limit. `waiting`: a second person must approve it before `expiresAt` (ISO 8601). */
const submitAnswer = v.object({
  approvalId: shownIdOf<'approval'>(),
  state: v.picklist(['done', 'waiting']),
  expiresAt: v.optional(v.string()),
});
export type Submitted = v.InferOutput<typeof submitAnswer>;

/** Rejections of every `submit`, beside the action's own. */
const submitRejections = ['changed', 'concernsYou', 'alreadyRequested', 'overLimit'] as const;

/** Declares the two calls of an action: `preview` shows what it would change, `submit` performs or requests exactly that. */
export function actionCalls<
  const Entries extends v.ObjectEntries,
  const Reason extends string = never,
>(declaration: {
  /** The calls are named `<name>Preview` and `<name>Submit`. */
  readonly name: string;
  /** Path without a suffix: `/loan/waive`. */
  readonly path: string;
  readonly action: ActionName;
  readonly right: Right;
  readonly scope?: 'brand' | 'all';
  readonly cells?: CallCells;
  /** Fields of the request: ids and choices, no personal value. They are stored as JSON. */
  readonly request: Entries;
  readonly rejections?: readonly Reason[];
}) {
  const { name, path, action, right, scope = 'brand', cells } = declaration;
  const both = { action, right, scope, ...(cells && { cells }) };
  const rejections = declaration.rejections ?? [];
  const request = v.strictObject(declaration.request);
  return {
    preview: staffCall({
      name: `${name}Preview`,
      path: `${path}-preview`,
      ...both,
      rejections,
      input: v.strictObject({ request }),
      output: previewAnswer,
    }),
    submit: staffCall({
      name: `${name}Submit`,
      path: `${path}-submit`,
      ...both,
      rejections: [...new Set([...rejections, ...submitRejections])],
      input: v.strictObject({
        request,
        digest: text(64),
        /** The cause of the action: the reference of a complaint, a receipt, an incident. It may be empty. */
        reference: text(80),
        reason: reasonText(500),
      }),
      output: submitAnswer,
    }),
  };
}

/** The two calls of any action. */
export interface ActionCalls {
  readonly preview: StaffCall<v.GenericSchema, typeof previewAnswer>;
  readonly submit: StaffCall<v.GenericSchema, typeof submitAnswer>;
}

/** What an action is asked with, and the reasons for which it is refused. */
export type RequestOf<Calls extends { preview: StaffCall }> =
  StaffInput<Calls['preview']> extends { request: infer Request extends object } ? Request : never;
export type ReasonOf<Calls extends { preview: StaffCall }> = StaffRejectionOf<Calls['preview']>;

export function isActionCalls(value: unknown): value is ActionCalls {
  return typeof value === 'object' && value !== null && 'preview' in value && 'submit' in value;
}
