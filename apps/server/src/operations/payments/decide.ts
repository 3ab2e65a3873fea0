import type { Decision } from '../../lending/review/decision.ts';
import { resolveEntry } from '../../lending/review/resolve.ts';
import type { TwoPersons } from '../../platform/database/operator.ts';
import { withTwoPersons } from '../break-glass.ts';
import type { Outcome, Session } from '../command.ts';
import { anyText, required } from '../parameters.ts';

export const payment = required('ID', 'as `payments list` shows it', anyText);

/**
 * Resolves a waiting payment in the names of two persons. Throws CannotResolve with the reason, Unavailable if the provider does
 * not answer.
 */
export async function decide(
  session: Session,
  id: string,
  decision: Decision & TwoPersons,
): Promise<Outcome> {
  const { result, changes } = await withTwoPersons(session, decision, (app) =>
    resolveEntry(app, id, decision),
  );
  const done = decision.kind === 'post' ? 'posted' : 'rejected';
  const prefix = session.isDryRun ? 'can be ' : '';
  return {
    data: { id, outcome: result === 'repeated' ? 'repeated' : done },
    lines: [result === 'repeated' ? `${id} was ${done} before.` : `${id}: ${prefix}${done}.`],
    changes,
  };
}
