import { type Decision, settle } from '../../lending/review/resolve.ts';
import type { Outcome, Session } from '../command.ts';
import { anyText, required } from '../parameters.ts';

export const payment = required('ID', 'as `payments list` shows it', anyText);

/** Settles what waits, in the name of who decides. Throws CannotSettle with the reason, Unavailable when the provider is away. */
export async function decide(
  session: Session,
  id: string,
  decision: Decision & { readonly by: string },
): Promise<Outcome> {
  const { result, changes } = await session.withApp((app) => settle(app, id, decision), decision.by);
  const done = decision.kind === 'post' ? 'posted' : 'rejected';
  const would = session.isDryRun ? 'can be ' : '';
  return {
    data: { id, outcome: result === 'repeated' ? 'repeated' : done },
    lines: [result === 'repeated' ? `${id} was ${done} before.` : `${id}: ${would}${done}.`],
    changes,
  };
}
