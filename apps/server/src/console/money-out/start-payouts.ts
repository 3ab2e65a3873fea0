import type { PayoutStopId } from '@hiram/contract/ids';
import { endStop, lockPayouts, openStop, type PayoutStop } from '../../lending/payouts/payout-limits.ts';
import { queueWaiting } from '../../lending/payouts/unsettled-payouts.ts';
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import type { Action, ActionScope } from '../actions/action.ts';

interface StartRequest {
  readonly stopId: PayoutStopId;
}

/** The brand's stop, ended or not. Throws NotFound. */
async function stopOf({ db, brand }: ActionScope, stopId: PayoutStopId): Promise<PayoutStop> {
  const stop = await db
    .selectFrom('payout_stop')
    .selectAll()
    .where('id', '=', knownId(stopId))
    .where('brand', '=', brand)
    .executeTakeFirst();
  if (!stop) throw new NotFound('no stop of the brand');
  return stop;
}

/** Starts a brand's payouts again. What waited is queued in the same transaction. */
export const startAction: Action<StartRequest, 'notStopped'> = {
  name: 'moneyOut.start',
  right: 'moneyOut.start',
  approvalRight: 'moneyOut.approveRequest',
  lock: ({ db, brand }) => lockPayouts(db, brand),
  async preview(scope, { stopId }) {
    const stop = await stopOf(scope, stopId);
    if (stop.id !== (await openStop(scope.db, scope.brand))?.id) return reject('notStopped');
    return {
      subject: 'payout_stop',
      subjectId: stop.id,
      amount: undefined,
      lines: [
        { label: 'Payouts', before: 'stopped', after: 'running' },
        { label: 'Stopped at', before: stop.stopped_at.toISOString(), after: '', format: 'time' },
        { label: 'Why they were stopped', before: stop.reason, after: '' },
      ],
      notes: ['Every payout that waits is sent at once, as far as the limits of the day allow.'],
    };
  },
  async perform({ db, brand, now, appContext }, { stopId }, { approvalId }) {
    await endStop(db, stopId, { approval_id: approvalId, started_at: now });
    await queueWaiting(db, appContext, brand);
    appContext.log.warn({ brand }, 'payouts started');
  },
};
