import { decimalText } from '@hiram/loan/format';
import { buckets, type LoanSituation } from '../../lending/review/adjustment.ts';

/** A loan's state in one line. */
export function situationLine({ status, owed, credit, isWrittenOff }: LoanSituation): string {
  const parts = buckets.map((bucket) => `${bucket} ${decimalText(owed[bucket])}`).join(', ');
  return `status ${status}${isWrittenOff ? ', written off' : ''}; owed: ${parts}; credit ${decimalText(credit)}`;
}
