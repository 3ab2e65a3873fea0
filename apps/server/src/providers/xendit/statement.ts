import * as v from 'valibot';
import { Unavailable } from '../../platform/errors/rejection.ts';
import type { StatementEntry, StatementPort } from '../ports/statement.ts';
import type { AskXendit } from './client.ts';
import { transactionsSchema } from './objects.ts';
import { readXenditPayment } from './read-payment.ts';

const pageSize = 50;
/** A safety limit: more pages than this mean that the cursor does not advance. */
const maxPages = 2_000;

/** Statuses of money that arrived, whether or not it was returned later. Pending or failed payments are not money. */
const isMoney = (status: string) => ['SUCCESS', 'REVERSED', 'VOIDED'].includes(status);
const states = { PENDING: 'pending', SUCCESS: 'paid' } as const;

/** Reads the account's transactions between two moments, page by page. */
export function xenditStatement(ask: AskXendit): StatementPort {
  return {
    name: 'xendit',
    payment: (paymentId) => readXenditPayment(ask, paymentId),
    async entries({ from, to }) {
      const entries: StatementEntry[] = [];
      let cursor: string | undefined;
      for (let pages = 0; pages < maxPages; pages += 1) {
        const query = new URLSearchParams([
          ['types', 'PAYMENT'],
          ['types', 'REFUND'],
          ['types', 'DISBURSEMENT'],
          ['created[gte]', from.toISOString()],
          ['created[lte]', new Date(to.getTime() - 1).toISOString()],
          ['limit', String(pageSize)],
        ]);
        if (cursor !== undefined) query.set('after_id', cursor);
        const { status, body } = await ask(`/transactions?${query}`);
        const parsed = v.safeParse(transactionsSchema, body);
        if (status >= 400 || !parsed.success)
          throw new Unavailable(`xendit answered ${status} to a statement`);
        for (const transaction of parsed.output.data) {
          const shared = {
            reference: transaction.reference_id ?? undefined,
            amount: transaction.amount,
            currency: transaction.currency,
            at: transaction.created,
          };
          if (transaction.type === 'PAYMENT' && isMoney(transaction.status))
            entries.push({
              kind: 'payment',
              paymentId: transaction.product_id,
              state: transaction.status === 'SUCCESS' ? 'paid' : 'reversed',
              ...shared,
            });
          else if (transaction.type === 'REFUND' && transaction.status === 'SUCCESS')
            entries.push({
              kind: 'refund',
              refundId: transaction.product_id,
              amount: transaction.amount,
              currency: transaction.currency,
              at: transaction.created,
            });
          else if (transaction.type === 'DISBURSEMENT')
            entries.push({
              kind: 'payout',
              providerReference: transaction.product_id,
              state: states[transaction.status as keyof typeof states] ?? 'returned',
              ...shared,
            });
        }
        cursor = parsed.output.data.at(-1)?.id;
        if (!parsed.output.has_more || cursor === undefined) return entries;
      }
      throw new Unavailable('xendit’s statement does not end');
    },
  };
}
