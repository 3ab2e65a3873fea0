import * as v from 'valibot';
import { Unavailable } from '../../platform/errors/rejection.ts';
import type { StatementEntry, StatementPort } from '../statement.ts';
import type { AskXendit } from './client.ts';
import { transactionsSchema } from './objects.ts';
import { readXenditPayment } from './read-payment.ts';

const page = 50;
/** A day of more movements than this is no day of ours: something pages in circles. */
const maxPages = 2_000;

/** What came, or came and was taken back; what is pending or failed never was money. */
const isMoney = (status: string) => ['SUCCESS', 'REVERSED', 'VOIDED'].includes(status);
const states = { PENDING: 'pending', SUCCESS: 'paid' } as const;

/** What the account's transactions report between two moments, page by page. */
export function xenditStatement(ask: AskXendit): StatementPort {
  return {
    name: 'xendit',
    payment: (paymentId) => readXenditPayment(ask, paymentId),
    async entries({ from, to }) {
      const entries: StatementEntry[] = [];
      let after: string | undefined;
      for (let pages = 0; pages < maxPages; pages += 1) {
        const query = new URLSearchParams([
          ['types', 'PAYMENT'],
          ['types', 'REFUND'],
          ['types', 'DISBURSEMENT'],
          ['created[gte]', from.toISOString()],
          ['created[lte]', new Date(to.getTime() - 1).toISOString()],
          ['limit', String(page)],
        ]);
        if (after !== undefined) query.set('after_id', after);
        const { status, body } = await ask(`/transactions?${query}`);
        const found = v.safeParse(transactionsSchema, body);
        if (status >= 400 || !found.success)
          throw new Unavailable(`xendit answered ${status} to a statement`);
        for (const one of found.output.data) {
          const shared = { reference: one.reference_id ?? undefined, amount: one.amount, at: one.created };
          if (one.type === 'PAYMENT' && isMoney(one.status))
            entries.push({
              kind: 'payment',
              paymentId: one.product_id,
              state: one.status === 'SUCCESS' ? 'paid' : 'reversed',
              ...shared,
            });
          else if (one.type === 'REFUND' && one.status === 'SUCCESS')
            entries.push({ kind: 'refund', refundId: one.product_id, amount: one.amount, at: one.created });
          else if (one.type === 'DISBURSEMENT')
            entries.push({
              kind: 'payout',
              providerReference: one.product_id,
              state: states[one.status as keyof typeof states] ?? 'returned',
              ...shared,
            });
        }
        after = found.output.data.at(-1)?.id;
        if (!found.output.has_more || after === undefined) return entries;
      }
      throw new Unavailable('xendit’s statement does not end');
    },
  };
}
