import { adjustLoan, loanSituation } from '../../lending/review/adjust-loan.ts';
import type { Adjustment } from '../../lending/review/adjustment.ts';
import { type Outcome, type Session, UsageError } from '../command.ts';
import { anyText, by, id, personName, reason, required } from '../parameters.ts';
import { situationLine } from './situation-line.ts';

export const order = required('ORDER', "the loan's order", id);

/** Options of every decision on a loan: an emergency in which the console cannot be used, so two persons stand for it. */
export const decisionOptions = {
  reference: required(
    'TEXT',
    "the memo's number or the bank's reference; repeating a reference changes nothing",
    anyText,
  ),
  reason,
  by,
  second: required('NAME', 'the name of the second person who agrees', personName),
};

export interface DecisionInput {
  readonly order: string;
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
  if (by.toLowerCase() === second.toLowerCase())
    throw new UsageError('--second: another person than --by agrees');
  const note = { reference: input.reference, reason: input.reason, by, second };
  // The database accepts such a decision from the schema's owner alone.
  const names = `${by} and ${second}`;
  const { result: owners } = await session.withApp(
    (app) =>
      session.withOwner(async (db) => {
        const asOwner = { ...app, db };
        const outcome = await adjustLoan(asOwner, input.order, adjustment, note);
        return { outcome, situation: await loanSituation(asOwner, input.order) };
      }, names),
    names,
  );
  const { result, changes } = owners;
  const { outcome, situation } = result;
  const summary =
    outcome === 'repeated' ? 'It was booked already.' : session.isDryRun ? 'It can be booked.' : 'Done.';
  return {
    data: { order: input.order, outcome, ...situation },
    lines: [summary, situationLine(situation)],
    changes,
  };
}
