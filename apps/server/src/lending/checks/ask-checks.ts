import type { AppContext } from '../../context/app-context.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';
import { askBureau } from '../bureau/bureau-reports.ts';
import { askIdentityService } from '../identity/ask-service.ts';
import type { Order } from '../loans/order-store.ts';
import { askScreeningService } from '../screening/ask-service.ts';

/** The time for which a service is asked again, before a person decides without it. */
const maxWaitMs = 30 * 60_000;

/** Services that gave no answer in time. */
export type UnansweredCheck = 'identitySilent' | 'bureauSilent' | 'screeningSilent';

const checks = [
  ['identitySilent', askIdentityService],
  ['bureauSilent', askBureau],
  ['screeningSilent', askScreeningService],
] as const satisfies readonly (readonly [
  UnansweredCheck,
  (appContext: AppContext, order: Order) => Promise<void>,
])[];

/**
 * Asks the identity service, the bureau and the screening service about an applicant, outside of any
 * transaction, and stores what they answer. Throws Unavailable while one does not answer, so that the job is
 * retried; half an hour after the application it returns those that did not, and a person decides. A silent
 * one does not keep the others from being asked.
 */
export async function askChecks(appContext: AppContext, order: Order): Promise<readonly UnansweredCheck[]> {
  const unanswered = new Map<UnansweredCheck, Unavailable>();
  for (const [name, ask] of checks) {
    try {
      await ask(appContext, order);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      unanswered.set(name, error);
    }
  }
  const isRetried = appContext.clock.now().getTime() - order.applied_at.getTime() < maxWaitMs;
  for (const error of unanswered.values()) {
    if (isRetried) throw error;
    appContext.log.warn({ order: order.id, err: error }, 'no answer; the application goes to review');
  }
  return [...unanswered.keys()];
}
