import type { OrderId } from '@hiram/contract/ids';
import { adjustLoan, loanSituation } from '../../lending/review/adjust-loan.ts';
import type { Adjustment } from '../../lending/review/adjustment.ts';
import { twoPersons, withTwoPersons } from '../break-glass.ts';
import type { Outcome, Session } from '../command.ts';
import { anyText, id, reason, required } from '../parameters.ts';
import { situationLine } from './situation-line.ts';

export const order = required('ORDER', "the loan's order", id<'order'>);

export const decisionOptions = {
  reference: required(
    'TEXT',
    "the memo's number or the bank's reference; repeating a reference changes nothing",
    anyText,
  ),
  reason,
  ...twoPersons,
};

export interface DecisionInput {
  readonly order: OrderId;
  readonly reference: string;
  readonly reason: string;
  readonly by: string;
  readonly second: string;
}

/** Books a decision on a loan and returns the loan's state afterwards. Throws CannotAdjust with the reason. */
export async function adjust(
  session: Session,
  input: DecisionInput,
  adjustment: Adjustment,
): Promise<Outcome> {
  const { by, second } = input;
  const note = { reference: input.reference, reason: input.reason, by, second };
  const { result, changes } = await withTwoPersons(session, input, async (app) => ({
    outcome: await adjustLoan(app, input.order, adjustment, note),
    situation: await loanSituation(app, input.order),
  }));
  const { outcome, situation } = result;
  const summary =
    outcome === 'repeated' ? 'It was booked already.' : session.isDryRun ? 'It can be booked.' : 'Done.';
  return {
    data: { order: input.order, outcome, ...situation },
    lines: [summary, situationLine(situation)],
    changes,
  };
}
