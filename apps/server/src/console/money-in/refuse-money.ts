import { asId, type TransferId } from '@hiram/contract/ids';
import * as v from 'valibot';
import { brandOf } from '../../brands/brand-of.ts';
import { markets } from '../../brands/markets/markets.ts';
import { translatorFor } from '../../brands/texts/translate.ts';
import { borrowerById } from '../../lending/borrowers/borrower-store.ts';
import { rejectedClaimText } from '../../lending/payments/transfers/rejected-claim-text.ts';
import { resolveEntry } from '../../lending/review/resolve.ts';
import { storedNotice } from '../../lending/review/waiting.ts';
import { NotFound, type Rejection, reject } from '../../platform/errors/rejection.ts';
import { staffName } from '../access/sign-in/staff-store.ts';
import type { Action, ActionScope, Effect } from '../actions/action.ts';
import { claimOf, lockEntry, paymentOf, type RefuseRequest } from './entry.ts';
import { messageNamed, type WaitingMessage } from './message-rows.ts';

/**
 * Refuses what waits. No money moves here: the payer is refunded where they paid. A held payment counts by its amount against the
 * limits of whoever refuses it, as when it is posted.
 */
export const refuseAction: Action<RefuseRequest, 'notWaitingHere'> = {
  name: 'moneyIn.refuse',
  right: 'moneyIn.refuse',
  approvalRight: 'moneyIn.approveRequest',
  lock: lockEntry,
  async preview(scope, request) {
    if (request.entry === 'transfer') return previewClaim(scope, request);
    if (request.entry === 'held') {
      const payment = await paymentOf(scope, asId(request.id));
      if (payment.state !== 'held') return reject('notWaitingHere');
      return rejection('payment', payment.id, payment.amount);
    }
    const message = await messageNamed(scope.db, scope.brand, request.id);
    if (!message) throw new NotFound('no waiting message of the brand');
    return rejectedMessage(request.id, message);
  },
  async perform({ db, appContext }, { id, because }, { staffId, approvalId }) {
    const by = await staffName(db, staffId);
    await resolveEntry({ ...appContext, db }, id, {
      kind: 'refuse',
      reason: because,
      by,
      approvalId,
    });
  },
};

function rejection(subject: string, subjectId: string, amount: number | undefined): Effect {
  return {
    subject,
    subjectId,
    amount,
    lines: [
      { label: 'State', before: 'waits', after: 'rejected, nothing posted' },
      ...(amount === undefined
        ? []
        : ([{ label: 'Amount', before: String(amount), after: '0', format: 'money' }] as const)),
    ],
    notes: ['The payer is refunded where they paid.'],
  };
}

/**
 * A reversal that is refused leaves a debt paid whose money went back; a payout's end, money with somebody without a loan. So two
 * persons contradict the provider about a movement that is ours.
 */
function rejectedMessage(id: string, { body, our_state, our_amount }: WaitingMessage): Effect {
  const notice = v.parse(storedNotice, body);
  if (our_state === null || our_amount === null || (notice.kind !== 'reversal' && notice.kind !== 'payout'))
    return rejection('provider_message', id, undefined);
  const [state, amount] = [our_state, String(our_amount)];
  return {
    subject: 'provider_message',
    subjectId: id,
    amount: Number(our_amount),
    needsTwo: true,
    lines: [
      { label: 'State', before: 'waits', after: 'rejected, nothing posted' },
      {
        label: notice.kind === 'payout' ? 'Payout' : 'Payment',
        before: state,
        after: state,
        format: 'words',
      },
      { label: 'Amount', before: amount, after: amount, format: 'money' },
    ],
    notes: [
      notice.kind === 'reversal'
        ? 'The provider says that it took this payment back. It stays in the books, and the lender bears the loss.'
        : `The provider says that this payout ${notice.result === 'paid' ? 'arrived' : 'came back'}.`,
    ],
  };
}

async function previewClaim(
  scope: ActionScope,
  { id, because }: RefuseRequest,
): Promise<Effect | Rejection<'notWaitingHere'>> {
  const claim = await claimOf(scope, id as TransferId);
  if (claim.state !== 'review') return reject('notWaitingHere');
  const brand = brandOf(scope.appContext, claim);
  const { language } = await borrowerById(scope.db, claim.borrower_id);
  const translate = translatorFor(language ?? brand.language, markets[brand.market]);
  return {
    subject: 'utr_submission',
    subjectId: claim.id,
    amount: undefined,
    lines: [
      { label: 'Transfer', before: `${claim.utr} waits`, after: 'rejected, nothing posted' },
      { label: 'Amount', before: String(claim.amount), after: '0', format: 'money' },
    ],
    borrowerReads: rejectedClaimText(translate, because),
  };
}
