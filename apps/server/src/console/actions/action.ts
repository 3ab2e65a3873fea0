import { createHash } from 'node:crypto';
import type { EffectLine, JournalLine } from '@hiram/contract/console/effect';
import type { ActionName, Right } from '@hiram/contract/console/rights';
import type { ApprovalId, StaffId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import type { AppContext } from '../../context/app-context.ts';
import { canonicalJson } from '../../platform/crypto/canonical-json.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { Rejection } from '../../platform/errors/rejection.ts';

/** The input of an action besides its request. */
export interface ActionScope {
  /** The transaction in which the action is performed, or the pool for a preview. */
  readonly db: Db;
  /** Cell 0's database, which counts what a person does alone; absent in cell 0. */
  readonly home?: Db | undefined;
  readonly brand: string;
  readonly now: Date;
  /** The business day of the brand. */
  readonly today: LocalDate;
  /** Its `db` is the console's pool: work of the action uses `db` of the scope. */
  readonly appContext: AppContext;
}

/** The changes that an action would make, computed from the database as it is now. */
export interface Effect {
  /** The row that changes. */
  readonly subject: string;
  readonly subjectId: string;
  /** Cents; undefined for an action without an amount. */
  readonly amount: number | undefined;
  /**
   * Cents that it costs the lender on the word of whoever does it: debts that are given up, money that goes out or is taken on
   * trust. A day's sum over all actions is limited. Absent: nothing.
   */
  readonly cost?: number;
  /** Two persons decide it, whatever the amount: it rests on nothing but the word of the one who asks. */
  readonly needsTwo?: boolean;
  readonly lines: readonly EffectLine[];
  /** The lines that would be posted. */
  readonly journal?: readonly JournalLine[];
  /** The text that the borrower will read. */
  readonly borrowerReads?: string;
  /** A danger that both persons must know: if it appears or goes, what was requested is no longer what is approved. */
  readonly warning?: string;
  readonly notes?: readonly string[];
  /** Facts about the subject for the person who approves, as they are at that moment. They are no part of what is approved. */
  readonly facts?: readonly Fact[];
}

interface Fact {
  readonly label: string;
  readonly text: string;
  /** `time`: the text is an ISO 8601 moment. */
  readonly format?: 'time';
}

/** The person who performs an action, with its approval. */
export interface Performer {
  readonly staffId: StaffId;
  /** Their session. */
  readonly token: string;
  readonly approvalId: ApprovalId;
  /** Why it was requested. */
  readonly reason: string;
}

/**
 * An action that one person requests and, above their limit, a second person approves. `request` is stored as JSON: ids and
 * choices, no personal value.
 */
export interface Action<Request extends object = object, Reason extends string = string> {
  readonly name: ActionName;
  /** The right to request or perform it, and the right to approve it for somebody else. */
  readonly right: Right;
  readonly approvalRight: Right;
  /** True if its preview asks a provider. It is asked before the lock, and the answer counts under it. */
  readonly asksProvider?: boolean;
  /**
   * True if the request changes the person's own roles, limits or passkeys, or judges a decision of theirs:
   * then they may neither ask for it nor approve it. Absent: it never does. `check_approval` and
   * `check_decided_review` of the database hold the same rule.
   */
  concerns?(scope: ActionScope, request: Request, staffId: StaffId): Promise<boolean>;
  /**
   * True if this person does not do it alone, whatever the amount, because another step of it was theirs. Absent: never. The
   * database's `check_done_alone` holds the same rule.
   */
  needsAnother?(scope: ActionScope, request: Request, staffId: StaffId): Promise<boolean>;
  /** Locks what the action changes until the transaction ends, so that its effect cannot change meanwhile. */
  lock(scope: ActionScope, request: Request): Promise<void>;
  /** Computes the effect. It changes nothing. */
  preview(scope: ActionScope, request: Request): Promise<Effect | Rejection<Reason>>;
  /** Does it. The effect was just computed under the lock. */
  perform(scope: ActionScope, request: Request, performer: Performer): Promise<void>;
}

/** The text that one person reads and requests, and another approves: an effect of an action on a request, as JSON. */
export function effectStatement(action: Action, brand: string, request: object, effect: Effect): string {
  const { amount = null, facts: _, ...changes } = effect;
  return canonicalJson({ action: action.name, brand, request, amount, ...changes });
}

/** SHA-256 of the statement. */
export function effectDigest(action: Action, brand: string, request: object, effect: Effect): Buffer {
  return createHash('sha256')
    .update(effectStatement(action, brand, request, effect))
    .digest();
}
