import type { GenericSchema, InferOutput } from 'valibot';
import type { ObjectAnswer } from '../wire/call.ts';
import type { CallCells } from './of-cells.ts';
import type { ActionName, Right } from './rights.ts';

/** The path prefix of the console's calls. Only the console's own listener serves them. */
export const consolePrefix = '/api/console';

/**
 * The header in which a page says how many seconds ago its person last used it, by key, pointer or wheel. Only that keeps a
 * session from locking: a call without the header does not, nor does a read that a change of somebody else caused.
 */
export const idleHeader = 'hiram-idle-seconds';

/** The header with the number by which a page and the log name one request: six hexadecimal digits, chosen by the page. */
export const requestHeader = 'hiram-request';

/** Where a lender has several cells: the numbers of those that did not answer, and that an answer is without or failed by. */
export const awayHeader = 'hiram-cells-away';
/** The numbers of the cells that do not have what was changed last of staff, roles, policies and stops. */
export const olderHeader = 'hiram-cells-older';

/**
 * A call of the lender's staff: the fourth caller beside borrower, anyone and sandbox. It is a POST with a JSON body. The brand
 * is in the query (`?brand=ph`), so that it is known before the body is read. Names are not masked.
 */
export interface StaffCall<
  Input extends GenericSchema = GenericSchema,
  Output extends ObjectAnswer = ObjectAnswer,
  Reason extends string = string,
> {
  readonly caller: 'staff';
  /** The unique name of the call in log lines and in the audit trail. */
  readonly name: string;
  /** Path under `consolePrefix`. */
  readonly path: string;
  /** The right that the caller needs; undefined: none beside the session. */
  readonly right: Right | undefined;
  /** `none`: no session is needed. `locked`: a locked session is enough. `open`: an unlocked session. */
  readonly session: 'none' | 'locked' | 'open';
  /** The scope of the call: the brand of the query, or the lender as a whole: then the right must hold in all brands. */
  readonly scope: 'brand' | 'all';
  /** The cells in which the call runs, where the lender has several. */
  readonly cells: CallCells;
  /** The action that the call performs or requests: the caller's role needs a limit for it. */
  readonly action: ActionName | undefined;
  /** True if only a sandbox serves the call. */
  readonly sandboxOnly: boolean;
  /** Bytes of a body at most, of a call that takes a file; undefined: as of every call. */
  readonly maxBodyBytes: number | undefined;
  /** Input fields. Unknown fields are rejected. */
  readonly input: Input;
  readonly output: Output;
  /** The reasons for which the call is rejected: the codes of its envelope. */
  readonly rejections: readonly Reason[];
}

interface Declaration<Input extends GenericSchema, Output extends ObjectAnswer, Reason extends string> {
  name: string;
  path: string;
  right?: Right;
  session?: 'none' | 'locked' | 'open';
  scope?: 'brand' | 'all';
  cells?: CallCells;
  action?: ActionName;
  sandboxOnly?: boolean;
  maxBodyBytes?: number;
  input: Input;
  output: Output;
  rejections?: readonly Reason[];
}

/** The address from which a browser downloads the file that a call has prepared, once: `ticket` is of the call's answer. */
export function filePath(call: StaffCall, brand: string, ticket: string): string {
  return `${consolePrefix}${call.path}/file?${new URLSearchParams({ brand, ticket })}`;
}

/**
 * Declares a call of the console. Defaults: an unlocked session, no right, scope `all`, no action, no
 * rejections; cells: `subject` for a call of a brand, else `home`.
 */
export function staffCall<
  Input extends GenericSchema,
  Output extends ObjectAnswer,
  const Reason extends string = never,
>(declaration: Declaration<Input, Output, Reason>): StaffCall<Input, Output, Reason> {
  return {
    caller: 'staff',
    session: 'open',
    scope: 'all',
    cells: declaration.scope === 'brand' ? 'subject' : 'home',
    sandboxOnly: false,
    ...declaration,
    right: declaration.right,
    action: declaration.action,
    maxBodyBytes: declaration.maxBodyBytes,
    rejections: declaration.rejections ?? [],
  };
}

/** Declares a call of the console that is about the brand of its query. */
export function brandCall<
  Input extends GenericSchema,
  Output extends ObjectAnswer,
  const Reason extends string = never,
>(declaration: Omit<Declaration<Input, Output, Reason>, 'scope'>): StaffCall<Input, Output, Reason> {
  return staffCall({ ...declaration, scope: 'brand' });
}

export type StaffInput<C extends StaffCall> = InferOutput<C['input']>;
export type StaffOutput<C extends StaffCall> = InferOutput<C['output']>;
export type StaffRejectionOf<C extends StaffCall> = C['rejections'][number];
