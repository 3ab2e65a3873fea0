import type { Right } from '@hiram/contract/console/rights';
import type { BorrowerId, OrderId } from '@hiram/contract/ids';
import type { LoanDetails } from '@hiram/contract/order';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { Reports } from '../../platform/reports.ts';
import type { StaffSession } from './sign-in/sessions.ts';

/** The state that the console's calls share. `db` of the context is the console's own pool. */
export interface ConsoleContext {
  readonly appContext: AppContext;
  /** For lists that may be a moment old: from a replica if there is one, else from the console's own pool. */
  readonly reports: Reports;
  /** Undefined where there is one cell. */
  readonly cells: ConsoleCells | undefined;
  /** The right that approves each action. */
  readonly approvalRights: ReadonlyMap<string, Right>;
  /** In another cell than 0: the database of cell 0, which counts what limits a person. */
  readonly home?: Db | undefined;
  /** The console's base URL without a trailing slash: the origin of its pages and of its passkeys. */
  origin(): string;
  /** A borrower's order page: the answer of the borrower's own call, in their language. It writes nothing. */
  orderPage(borrower: PageOwner, orderId: OrderId): Promise<LoanDetails>;
}

/** The cells of a lender that has several, as the console sees them. */
export interface ConsoleCells {
  /** The cell of staff, sessions and reference data. */
  readonly home: number;
  /** Every cell, by number; undefined: it does not answer. */
  all(): ReadonlyMap<number, ConsoleContext | undefined>;
  /**
   * The cell where a borrower of one of these ids is now, who may have left this one. Throws Unavailable
   * while they are on their way.
   */
  follow(cell: number, ids: readonly string[]): Promise<number>;
  /** Brings a session of the home and what it refers to into another cell. Throws Unavailable if the cell does not answer. */
  admit(cell: number, session: StaffSession): Promise<void>;
  /** Brings what changed at home into every cell that answers. */
  copyReference(): Promise<void>;
  /** The cells whose copy of the reference data is older than the home's. */
  older(): readonly number[];
}

/** The person whose page is shown. */
interface PageOwner {
  readonly id: BorrowerId;
  readonly brand: string;
  readonly phone: string;
  readonly language: string | null;
}

/** Reports whether browsers reach the console over TLS. Over plain HTTP only a sandbox on this machine runs. */
export function isSecure(context: ConsoleContext): boolean {
  return context.origin().startsWith('https:');
}
