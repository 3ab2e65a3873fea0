import { type Adjustment, adjustLoan, standingOf } from '../../lending/review/adjust-loan.ts';
import type { Outcome, Session } from '../command.ts';
import { anyText, by, id, reason, required } from '../parameters.ts';
import { standingLine } from './standing.ts';

export const order = required('ORDER', "the loan's order", id);

/** What every decision over a loan is given with. */
export const grounds = {
  reference: required(
    'TEXT',
    "the memo's number, or the bank's reference: the same reference changes nothing a second time",
    anyText,
  ),
  reason,
  by,
};

export interface Decided {
  readonly order: string;
  readonly reference: string;
  readonly reason: string;
  readonly by: string;
}

/** Books a decision over a loan, and shows how the loan stands afterwards. Throws CannotAdjust with the reason. */
export async function adjust(session: Session, decided: Decided, adjustment: Adjustment): Promise<Outcome> {
  const { result, changes } = await session.withApp(async (app) => {
    const note = { reference: decided.reference, why: decided.reason };
    const outcome = await adjustLoan(app, decided.order, adjustment, note);
    return { outcome, standing: await standingOf(app, decided.order) };
  }, decided.by);
  const { outcome, standing } = result;
  const first = outcome === 'repeated' ? 'It was done before.' : session.isDryRun ? 'Can be done.' : 'Done.';
  return {
    data: { order: decided.order, outcome, ...standing },
    lines: [first, standingLine(standing)],
    changes,
  };
}
