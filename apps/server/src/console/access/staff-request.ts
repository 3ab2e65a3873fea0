import type { Db } from '../../platform/database/connection/connect.ts';
import type { ConsoleContext } from './console-context.ts';
import type { Authority, HeldRight } from './rights.ts';
import type { StaffSession } from './sign-in/sessions.ts';

/** The context of a call without a session. */
export interface ConsoleRequest {
  readonly context: ConsoleContext;
  /** The console's pool. */
  readonly db: Db;
  readonly now: Date;
  /** The brand of the call; `*`: the lender as a whole. */
  readonly brand: string;
  /** Sets or clears the session cookie of the answer. */
  setSession(token: string | undefined): void;
}

/** The context of a call by a signed-in member of staff. */
export interface StaffRequest extends ConsoleRequest {
  readonly session: StaffSession;
  /** Every right of the caller, in every brand. */
  readonly rights: readonly HeldRight[];
  /** The caller's own authority for the call's action, in its brand; undefined: the call has no action. */
  readonly authority: Authority | undefined;
}
