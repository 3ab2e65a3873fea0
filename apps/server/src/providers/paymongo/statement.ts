import type { StatementEntry, StatementPort } from '../ports/statement.ts';
import { type AskPaymongo, longReference } from './client.ts';
import { paymentsSince, transfersSince } from './lists.ts';
import { referenceIn } from './objects.ts';
import { readPaymongoPayment } from './read-payment.ts';
import { payoutState } from './transfers.ts';

/** Statuses of money that arrived, whether or not it was refunded later. */
const isMoney = (status: string) => ['paid', 'refunded', 'partially_refunded'].includes(status);

/** Reads the account's payments and transfers between two moments. */
export function paymongoStatement(ask: AskPaymongo): StatementPort {
  return {
    name: 'paymongo',
    payment: (paymentId) => readPaymongoPayment(ask, paymentId),
    async entries({ from, to }) {
      const entries: StatementEntry[] = [];
      for await (const { id, attributes } of paymentsSince(ask, from)) {
        if (attributes.created_at >= to || !isMoney(attributes.status)) continue;
        const at = attributes.paid_at ?? attributes.created_at;
        entries.push({
          kind: 'payment',
          paymentId: id,
          reference: referenceIn(attributes.metadata),
          amount: attributes.amount,
          currency: attributes.currency,
          state: attributes.status === 'refunded' ? 'reversed' : 'paid',
          at,
        });
        if (attributes.status === 'partially_refunded')
          for (const refund of attributes.refunds ?? [])
            if (refund.attributes.status === 'succeeded')
              entries.push({
                kind: 'refund',
                refundId: refund.id,
                amount: refund.attributes.amount,
                currency: attributes.currency,
                at,
              });
      }
      for await (const transfer of transfersSince(ask, from)) {
        if (transfer.created_at >= to) continue;
        const { state } = payoutState(transfer);
        entries.push({
          kind: 'payout',
          providerReference: transfer.id,
          reference: longReference(transfer.reference_number),
          amount: transfer.amount,
          currency: transfer.currency,
          state: state === 'unknown' ? 'pending' : state,
          at: transfer.created_at,
        });
      }
      return entries;
    },
  };
}
