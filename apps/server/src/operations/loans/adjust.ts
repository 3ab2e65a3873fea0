import { type Adjustment, adjustLoan, loanSituation } from '../../lending/review/adjust-loan.ts';
import type { Outcome, Session } from '../command.ts';
import { anyText, by, id, reason, required } from '../parameters.ts';
import { situationLine } from './situation-line.ts';

export const order = required('ORDER', "the loan's order", id);

/** Options of every decision on a loan. */
export const decisionOptions = {
  reference: required(
    'TEXT',
    "the memo's number or the bank's reference; repeating a reference changes nothing",
    anyText,
  ),
  reason,
  by,
};

export interface DecisionInput {
  readonly order: string;
  readonly reference: string;
  readonly reason: string;
  readonly by: string;
}

/** Books a decision on a loan and returns the loan's state afterwards. Throws CannotAdjust with the reason. */
export async function adjust(
  session: Session,
  input: DecisionInput,
  adjustment: Adjustment,
): Promise<Outcome> {
  const { result, changes } = await session.withApp(async (app) => {
    const note = { reference: input.reference, reason: input.reason };
    const outcome = await adjustLoan(app, input.order, adjustment, note);
    return { outcome, situation: await loanSituation(app, input.order) };
  }, input.by);
  const { outcome, situation } = result;
  const summary =
    outcome === 'repeated' ? 'It was booked already.' : session.isDryRun ? 'It can be booked.' : 'Done.';
  return {
    data: { order: input.order, outcome, ...situation },
    lines: [summary, situationLine(situation)],
    changes,
  };
}
