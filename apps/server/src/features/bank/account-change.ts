import type * as calls from '@hiram/contract/bank';
import { formatTelephone } from '@hiram/loan/format';
import { formatMoment } from '@hiram/loan/moments';
import { inTransactionOf, type OpenHandler, type RequestContext } from '../../api/serve.ts';
import type { Brand } from '../../brands/brand.ts';
import {
  type AccountChangeRow,
  findAccountChange,
  isPaidTo,
  rejectChange,
} from '../../lending/payouts/account-changes.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';

/** A change of the payout account, for the number's owner. */
export const showAccountChange: OpenHandler<typeof calls.accountChange> = async (input, requestContext) => {
  const { db, brand, now } = requestContext;
  const change = await findAccountChange(db, brand, input.token, now);
  return change ? stateOf(change, requestContext) : unknownChange(brand);
};

/** Undoes a change of the payout account that its owner did not make. */
export const disownAccountChange: OpenHandler<typeof calls.disownAccountChange> = async (
  input,
  requestContext,
) => {
  const { appContext, db, brand, now, addLogFields } = requestContext;
  const change = await findAccountChange(db, brand, input.token, now);
  if (!change) return unknownChange(brand);
  return inTransaction(db, async (trx) => {
    await rejectChange(trx, appContext, change);
    addLogFields({ borrower: change.borrower_id });
    return stateOf({ ...change, disowned_at: now }, inTransactionOf(trx, requestContext));
  });
};

const unknownChange = ({ servicePhone }: Brand) =>
  reject('unknownChange', { values: { phone: formatTelephone(servicePhone) } });

async function stateOf(
  change: AccountChangeRow,
  { db, brand, translate, lang }: RequestContext,
): Promise<calls.AccountChange> {
  const { number_tail: tail } = await db
    .selectFrom('bank_account')
    .select('number_tail')
    .where('borrower_id', '=', change.borrower_id)
    .where('id', '=', change.account_id)
    .executeTakeFirstOrThrow();
  const date = formatMoment(change.changed_at, lang, brand.timeZone);
  const isPaid = await isPaidTo(db, change);
  return {
    // Disowning does not recover a payout: the text must not say so, even without the state.
    text:
      isPaid || change.disowned_at === null
        ? translate('accountChange.changed', { date, tail })
        : translate('accountChange.disowned'),
    state: isPaid ? 'paid' : change.disowned_at === null ? 'open' : 'disowned',
    servicePhone: brand.servicePhone,
  };
}
