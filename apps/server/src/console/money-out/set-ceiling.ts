import { allBrands } from '@hiram/contract/console/rights';
import { lockPayouts } from '../../lending/payouts/payout-limits.ts';
import { reject } from '../../platform/errors/rejection.ts';
import type { Action } from '../actions/action.ts';

interface CeilingRequest {
  readonly maxAmount?: number | undefined;
  readonly maxFirstLoans?: number | undefined;
}

const shown = (limit: number | null | undefined) =>
  limit === null || limit === undefined ? '' : String(limit);

/** Sets what a brand may pay out on a business day before a person must release more. */
export const ceilingAction: Action<CeilingRequest, 'sameCeiling' | 'oneBrand'> = {
  name: 'moneyOut.setCeiling',
  right: 'moneyOut.setCeiling',
  approvalRight: 'moneyOut.approveRequest',
  lock: ({ db, brand }) => lockPayouts(db, brand),
  async preview({ db, brand }, { maxAmount, maxFirstLoans }) {
    if (brand === allBrands) return reject('oneBrand');
    const now = await db.selectFrom('payout_limit').selectAll().where('brand', '=', brand).executeTakeFirst();
    const lines = [
      { label: 'Sent a day', before: shown(now?.max_amount), after: shown(maxAmount), format: 'money' },
      { label: 'First loans a day', before: shown(now?.max_first_loans), after: shown(maxFirstLoans) },
    ] as const;
    if (lines.every((line) => line.before === line.after)) return reject('sameCeiling');
    const notes = maxAmount === undefined ? ['Without an amount nothing holds a large day back.'] : [];
    return { subject: 'payout_limit', subjectId: brand, amount: undefined, lines, notes };
  },
  async perform({ db, brand }, { maxAmount, maxFirstLoans }, { approvalId }) {
    const limits = {
      max_amount: maxAmount ?? null,
      max_first_loans: maxFirstLoans ?? null,
      approval_id: approvalId,
    };
    await db
      .insertInto('payout_limit')
      .values({ brand, ...limits })
      .onConflict((conflict) => conflict.column('brand').doUpdateSet(limits))
      .execute();
  },
};
