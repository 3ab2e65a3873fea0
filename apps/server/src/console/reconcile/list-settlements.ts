import type { listSettlements } from '@hiram/contract/console/reconcile';
import { allBrands } from '@hiram/contract/console/rights';
import { parseId } from '../../platform/ids.ts';
import { notePlaces } from '../access/cells/merge-answers.ts';
import type { StaffHandler } from '../access/serve-staff.ts';

const pageSize = 50;

/** One page of the settlements in the lender's own journal. */
export const showSettlements: StaffHandler<typeof listSettlements> = async ({ after }, { db, brand }) => {
  const rows = await db
    .selectFrom('lender_journal')
    .select((eb) => [
      'id',
      'brand',
      'provider',
      'posted_on',
      'reference',
      eb
        .selectFrom('lender_line')
        .select((line) => line.fn.sum<string>('amount').as('amount'))
        .whereRef('journal_id', '=', 'lender_journal.id')
        .where('account', '=', 'expense:providerFee')
        .as('fee'),
      eb
        .selectFrom('lender_line')
        .select((line) => line.fn.sum<string>('amount').as('amount'))
        .whereRef('journal_id', '=', 'lender_journal.id')
        .where('account', '=', 'bank:settlement')
        .as('net'),
    ])
    .$if(brand !== allBrands, (query) => query.where('brand', '=', brand))
    .$if(after !== undefined, (query) => query.where('id', '<', parseId(after ?? '')))
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute();
  const settlements = rows.slice(0, pageSize).map((row) => {
    const [fee, net] = [Number(row.fee ?? 0), Number(row.net ?? 0)];
    return {
      brand: row.brand,
      journalId: row.id,
      provider: row.provider,
      postedOn: row.posted_on,
      reference: row.reference,
      gross: fee + net,
      fee,
      net,
    };
  });
  notePlaces('settlements', settlements, ({ journalId }) => ({ key: [journalId] }), true);
  return { settlements, isLast: rows.length <= pageSize };
};
