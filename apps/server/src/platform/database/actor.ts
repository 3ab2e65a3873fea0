import { AsyncLocalStorage } from 'node:async_hooks';
import type { ApprovalId, SessionId, StaffId } from '@hiram/contract/ids';

interface Actor {
  readonly name: string;
  session?: SessionId;
  staff?: StaffId;
  approval?: ApprovalId;
}

const acting = new AsyncLocalStorage<Actor>();

/**
 * Runs work under an actor's name. The audit trail stores the name with every entry of the work: a call, a provider, a job,
 * the scheduler, a command. Names are fixed words of ours; they never contain client input or personal data.
 */
export function actAs<Result>(name: string, work: () => Result): Result {
  return acting.run({ name }, work);
}

/** Adds the caller's session to the actor, once it is known: its id, which is not a credential. */
export function actorIs(sessionId: SessionId): void {
  const store = acting.getStore();
  if (store) store.session = sessionId;
}

/** Adds the member of staff who calls to the actor, once they are known. */
export function staffIs(staffId: StaffId): void {
  const store = acting.getStore();
  if (store) store.staff = staffId;
}

/** The member of staff whose call runs now; undefined: nobody's. */
export function staffNow(): StaffId | undefined {
  return acting.getStore()?.staff;
}

/** Adds the approval by which a member of staff acts to the actor. */
export function approvalIs(approvalId: ApprovalId): void {
  const store = acting.getStore();
  if (store) store.approval = approvalId;
}

/** The approval by which the member of staff acts whose call runs now; undefined: none. */
export function approvalNow(): ApprovalId | undefined {
  return acting.getStore()?.approval;
}

/** The current actor, or undefined if none is set: `call loanDetails session <id>`, `call approve staff <id> approval <id>`. */
export function actorNow(): string | undefined {
  const store = acting.getStore();
  if (store === undefined) return undefined;
  const { name, ...details } = store;
  const added = (['session', 'staff', 'approval'] as const).flatMap((detail) =>
    details[detail] === undefined ? [] : [detail, details[detail]],
  );
  return [name, ...added].join(' ');
}
