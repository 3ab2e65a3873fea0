import type { BorrowerId, OrderId } from '@hiram/contract/ids';
import type { LoanDetails } from '@hiram/contract/order';
import type { AppContext } from '../../context/app-context.ts';
import type { Reports } from '../../platform/reports.ts';

/** The state that the console's calls share. `db` of the context is the console's own pool. */
export interface ConsoleContext {
  readonly appContext: AppContext;
  /** For lists that may be a moment old: from a replica if there is one, else from the console's own pool. */
  readonly reports: Reports;
  /** The console's base URL without a trailing slash: the origin of its pages and of its passkeys. */
  origin(): string;
  /** A borrower's order page: the answer of the borrower's own call, in their language. It writes nothing. */
  orderPage(borrower: PageOwner, orderId: OrderId): Promise<LoanDetails>;
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
