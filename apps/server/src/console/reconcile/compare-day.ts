import type { compareAgain } from '@hiram/contract/console/reconcile';
import { reconcileDay } from '../../lending/reconciliation/reconciliation.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { statementOf } from './statement-of.ts';

/** Compares a day again. Only what the provider confirms is posted, as its message would have been. */
export const compareDay: StaffHandler<typeof compareAgain> = async (input, request) => {
  const found = await statementOf(request, input);
  if ('rejected' in found) return found;
  const { statement, ...day } = found;
  const differences = await reconcileDay(request.context.appContext, statement, day);
  return { differences: differences.length };
};
