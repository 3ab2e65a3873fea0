import type { ActionCalls, Preview, Submitted } from '@hiram/contract/console/action-calls';
import type { StaffCall } from '@hiram/contract/console/staff-call';
import { isRejection, type Rejection, reject } from '../../platform/errors/rejection.ts';
import { holdersOf } from '../access/right-holders.ts';
import type { Authority } from '../access/rights.ts';
import type { StaffHandler, StaffRequest, StaffServer } from '../access/serve-staff.ts';
import { type Action, effectDigest } from './action.ts';
import { askProviders } from './provider-answers.ts';
import { doWithinLimit, requestAction, type SubmittedRequest, verdictNow } from './request.ts';
import { actionScope } from './scope.ts';
import { shownEffect } from './shown-effect.ts';

function authorityIn({ authority }: StaffRequest, action: Action): Authority {
  if (authority === undefined) throw new Error(`the calls of ${action.name} name no action`);
  return authority;
}

/** The names of those who may approve it, without the caller. */
async function approversFor({ approvalRight }: Action, { db, brand, session }: StaffRequest) {
  const holders = await holdersOf(db, approvalRight, brand);
  return holders.filter(({ staffId }) => staffId !== session.staffId).map(({ name }) => name);
}

async function preview(
  action: Action,
  staffRequest: StaffRequest,
  request: object,
): Promise<Preview | Rejection> {
  const authority = authorityIn(staffRequest, action);
  const scope = await actionScope(staffRequest);
  const { staffId } = staffRequest.session;
  if (await action.concerns?.(scope, request, staffId)) return reject('concernsYou');
  const effect = await action.preview(scope, request);
  if (isRejection(effect)) return effect;
  const decided = await verdictNow(action, scope, effect, { request, staffId, authority });
  const { verdict, limit, cost, doneToday } = decided;
  return {
    ...shownEffect(effect),
    digest: effectDigest(action, scope.brand, request, effect).toString('hex'),
    verdict,
    limit: {
      ...(limit.maxPerItem === undefined ? {} : { maxPerItem: limit.maxPerItem }),
      ...(limit.maxPerDay === undefined ? {} : { maxPerDay: limit.maxPerDay }),
      ...(limit.secondPersonFrom === undefined ? {} : { secondPersonFrom: limit.secondPersonFrom }),
      doneToday: doneToday.amount,
      maxCostPerDay: authority.maxCostPerDay,
      costToday: doneToday.cost,
    },
    cost,
    isOwnWork: decided.needsAnother,
    isAlwaysTwo: effect.needsTwo ?? false,
    ...(verdict === 'secondPerson' ? { approvers: await approversFor(action, staffRequest) } : {}),
  };
}

/** Performs the action within the caller's own limit, or requests it where a second person is needed. */
async function submit(
  action: Action,
  staffRequest: StaffRequest,
  submitted: SubmittedRequest<object>,
): Promise<Submitted | Rejection> {
  const base = await actionScope(staffRequest);
  const scope = action.asksProvider
    ? await askProviders(base, (asking) => action.preview(asking, submitted.request))
    : base;
  const done = await doWithinLimit(action, scope, submitted);
  if (!isRejection(done)) return { approvalId: done.approvalId, state: 'done' };
  if (done.rejected !== 'needsSecondPerson') return done;
  const waiting = await requestAction(action, scope, submitted);
  if (isRejection(waiting)) return waiting;
  return {
    approvalId: waiting.approvalId,
    state: 'waiting',
    expiresAt: waiting.expiresAt.toISOString(),
  };
}

/** The validated inputs of every action's two calls. */
interface ActionInput {
  readonly request: object;
}
interface Submission extends ActionInput {
  readonly digest: string;
  readonly reference: string;
  readonly reason: string;
}

/**
 * Serves the two calls of an action. The contract's `request` is the action's: the calls validated it. Every reason of the
 * action is among the rejections of its calls.
 */
export function serveAction<Request extends object, Reason extends string>(
  server: StaffServer,
  calls: ActionCalls,
  action: Action<Request, Reason>,
): void {
  const previewHandler: StaffHandler<StaffCall> = async (input, staffRequest) =>
    preview(action, staffRequest, (input as ActionInput).request);
  const submitHandler: StaffHandler<StaffCall> = async (input, staffRequest) => {
    const { request, digest, reference, reason } = input as Submission;
    const authority = authorityIn(staffRequest, action);
    const { staffId, token } = staffRequest.session;
    return submit(action, staffRequest, { request, digest, reference, reason, staffId, token, authority });
  };
  server.serveStaff(calls.preview, previewHandler);
  server.serveStaff(calls.submit, submitHandler);
}
