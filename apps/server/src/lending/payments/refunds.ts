import type { LocalDate } from '@hiram/loan';
import type { Brand } from '../../brands/brand.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { creditParts, type LoanOnDay } from '../loans/refundable.ts';

/** Credit from payments of one provider. Amounts in cents. */
export interface CreditBy {
  readonly provider: string;
  readonly amount: number;
  /** The part that no channel can reverse any more. `nextFrom` is the day from which the next part can be refunded. */
  readonly free: number;
  readonly nextFrom: LocalDate | undefined;
}

/**
 * An order's credit by provider, less the refunds to that provider. A refund uses the payment's provider, after the days in
 * which its channel can reverse the payment.
 */
export async function creditByProvider(db: Db, brand: Brand, loan: LoanOnDay): Promise<readonly CreditBy[]> {
  const byProvider = new Map<string, { free: number; later: number; nextFrom: LocalDate | undefined }>();
  for (const { provider, amount, refundableOn } of await creditParts(db, brand, loan)) {
    const entry = byProvider.get(provider) ?? { free: 0, later: 0, nextFrom: undefined };
    byProvider.set(provider, entry);
    if (refundableOn === undefined || refundableOn <= loan.today) entry.free += amount;
    else {
      entry.later += amount;
      if (entry.nextFrom === undefined || refundableOn < entry.nextFrom) entry.nextFrom = refundableOn;
    }
  }
  return [...byProvider].flatMap(([provider, { free, later, nextFrom }]) =>
    free + later > 0 ? [{ provider, amount: free + later, free: Math.max(0, free), nextFrom }] : [],
  );
}
