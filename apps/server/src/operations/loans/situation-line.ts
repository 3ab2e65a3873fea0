import { buckets, type LoanSituation } from '../../lending/review/adjustment.ts';
import { decimal } from '../format.ts';

/** A loan's state in one line. */
export function situationLine({ status, owed, credit, isWrittenOff }: LoanSituation): string {
  const parts = buckets.map((bucket) => `${bucket} ${decimal(owed[bucket])}`).join(', ');
  return `status ${status}${isWrittenOff ? ', written off' : ''}; owed: ${parts}; credit ${decimal(credit)}`;
}
