import { allBrands } from '@hiram/contract/console/rights';
import { sql } from 'kysely';
import { reject } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import type { Action, ActionScope } from '../actions/action.ts';

interface SettlementRequest {
  readonly provider: string;
  readonly on: string;
  readonly gross: number;
  readonly fee: number;
  readonly bankReference: string;
}

/** A fee of more than one part of so many of the settlement needs a second person: above 5 %. The database holds it too. */
const maxFeeShare = 20;

type Reason = 'noProvider' | 'feeTooLarge' | 'settledBefore' | 'futureDay' | 'oneBrand';

function isProvider({ appContext }: ActionScope, name: string): boolean {
  const { payments, payouts } = appContext.ports;
  return payments.has(name) || payouts.has(name);
}

/** Posts a provider's settlement to the lender's own journal. No order and no borrower is touched. */
export const settleAction: Action<SettlementRequest, Reason> = {
  name: 'reconcile.settle',
  right: 'reconcile.settle',
  approvalRight: 'reconcile.approveRequest',
  async lock({ db, brand }, { provider, bankReference }) {
    const name = `settlement ${brand} ${provider} ${bankReference}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
  },
  async preview(scope, { provider, on, gross, fee, bankReference }) {
    if (scope.brand === allBrands) return reject('oneBrand');
    if (!isProvider(scope, provider)) return reject('noProvider', { field: 'provider' });
    if (fee >= gross) return reject('feeTooLarge', { field: 'fee' });
    if (on > scope.today) return reject('futureDay', { field: 'on' });
    const posted = await scope.db
      .selectFrom('lender_journal')
      .select('id')
      .where('brand', '=', scope.brand)
      .where('provider', '=', provider)
      .where('reference', '=', bankReference)
      .executeTakeFirst();
    if (posted) return reject('settledBefore', { field: 'bankReference' });
    return {
      subject: 'lender_journal',
      subjectId: `${provider} ${bankReference}`,
      amount: gross,
      cost: fee,
      ...(fee * maxFeeShare > gross ? { needsTwo: true } : {}),
      lines: [
        { label: 'Settlement', before: '', after: `${provider} ${bankReference}` },
        { label: 'On', before: '', after: on, format: 'date' },
        { label: 'Provider owed', before: '', after: String(gross), format: 'money' },
        { label: 'Its fee', before: '', after: String(fee), format: 'money' },
        { label: 'Came to the bank', before: '', after: String(gross - fee), format: 'money' },
      ],
      journal: [
        { account: 'bank:settlement', debit: gross - fee, credit: 0 },
        ...(fee > 0 ? [{ account: 'expense:providerFee', debit: fee, credit: 0 }] : []),
        { account: `cash:${provider}`, debit: 0, credit: gross },
      ],
    };
  },
  async perform({ db, brand }, { provider, on, gross, fee, bankReference }, { approvalId }) {
    await sql`select post_settlement(${newId()}, ${brand}, ${provider}, ${bankReference}, ${on}, ${gross}, ${fee},
      ${approvalId}) from installation`.execute(db);
  },
};
