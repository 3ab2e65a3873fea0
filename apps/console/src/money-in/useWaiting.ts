import { countMoneyIn } from '@hiram/contract/console/money-in';
import { useChanges } from '../net/useChanges.ts';
import { useStaffCall } from '../net/useStaffCall.ts';

/** The number of what waits under Money in: the sum of its tabs. Undefined: not known. */
export function useWaiting(brand: string): number | undefined {
  const { data } = useStaffCall(countMoneyIn, {}, brand);
  useChanges(['utr_submission', 'payment', 'provider_message', 'statement_line'], countMoneyIn.name);
  if (!data) return undefined;
  const { transfers, held, unknown, contradicted, lines } = data;
  return transfers + held + unknown + contradicted + lines;
}
