import type { ActionCalls, Preview, Submitted, Verdict } from '@hiram/contract/console/action-calls';
import type { StaffCall } from '@hiram/contract/console/staff-call';
import { isRejection, type Rejection, reject } from '../../platform/errors/rejection.ts';
import { type Limit, limitFault, needsSecondPerson } from '../access/rights.ts';
import type { StaffHandler, StaffRequest, StaffServer } from '../access/serve-staff.ts';
import { type Action, effectDigest } from './action.ts';
import { type Asked, askForAction, doneToday, doWithinLimit } from './ask.ts';
import { askProviders } from './provider-answers.ts';
import { actionScope } from './scope.ts';
import { shownEffect } from './shown-effect.ts';

/** Who may perform an action of an amount (0 for an action without one). */
function verdictOf(limit: Limit, amount: number, done: number): Verdict {
  const needsAnother = needsSecondPerson(limit, amount);
  if (limitFault(limit, amount, needsAnother ? undefined : done)) return 'overLimit';
  return needsAnother ? 'secondPerson' : 'alone';
}

function limitIn({ limit }: StaffRequest, action: Action): Limit {
  if (limit === undefined) throw new Error(`the calls of ${action.name} name no action`);
  return limit;
}

async function preview(
  action: Action,
  staffRequest: StaffRequest,
  request: object,
): Promise<Preview | Rejection> {
  const limit = limitIn(staffRequest, action);
  const scope = await actionScope(staffRequest);
  if (await action.concerns?.(scope, request, staffRequest.session.staffId)) return reject('concernsYou');
  const effect = await action.preview(scope, request);
  if (isRejection(effect)) return effect;
  const done = await doneToday(scope, action, staffRequest.session.staffId);
  return {
    ...shownEffect(effect),
    digest: effectDigest(action, scope.brand, request, effect).toString('hex'),
    verdict: verdictOf(limit, effect.amount ?? 0, done),
    limit: {
      ...(limit.maxPerItem === undefined ? {} : { maxPerItem: limit.maxPerItem }),
      ...(limit.maxPerDay === undefined ? {} : { maxPerDay: limit.maxPerDay }),
      ...(limit.secondPersonFrom === undefined ? {} : { secondPersonFrom: limit.secondPersonFrom }),
      doneToday: done,
    },
  };
}

/** Performs the action within the caller's own limit, or requests it where a second person is needed. */
async function submit(
  action: Action,
  staffRequest: StaffRequest,
  asked: Asked<object>,
): Promise<Submitted | Rejection> {
  const base = await actionScope(staffRequest);
  const scope = action.asksProvider
    ? await askProviders(base, (asking) => action.preview(asking, asked.request))
    : base;
  const done = await doWithinLimit(action, scope, asked);
  if (!isRejection(done)) return { approvalId: done.approvalId, state: 'done' };
  if (done.rejected !== 'needsSecondPerson') return done;
  const waiting = await askForAction(action, scope, asked);
  if (isRejection(waiting)) return waiting;
  return {
    approvalId: waiting.approvalId,
    state: 'waiting',
    expiresAt: waiting.expiresAt.toISOString(),
  };
}

/**
 * Serves the two calls of an action. The contract's `request` is the action's: the calls validated it. Every reason of the
 * action is among the rejections of its calls.
 */
export function serveAction<Request extends object, Reason extends string>(
  server: StaffServer,
  calls: ActionCalls,
  typedAction: Action<Request, Reason>,
): void {
  const action = typedAction as unknown as Action;
  const previewHandler: StaffHandler<StaffCall> = async (input, staffRequest) =>
    preview(action, staffRequest, Object(input).request);
  const submitHandler: StaffHandler<StaffCall> = async (input, staffRequest) => {
    const { request, digest, reference, reason } = Object(input);
    const limit = limitIn(staffRequest, action);
    const { staffId } = staffRequest.session;
    return submit(action, staffRequest, { request, digest, reference, reason, staffId, limit });
  };
  server.serveStaff(calls.preview, previewHandler);
  server.serveStaff(calls.submit, submitHandler);
}
