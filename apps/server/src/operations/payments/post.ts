import { defineCommand } from '../command.ts';
import { amount, by, day, flag, id, line, option } from '../parameters.ts';
import { decide, payment } from './decide.ts';

export const postPayment = defineCommand({
  name: 'payments post',
  summary: 'post a payment or transfer that waits',
  description:
    'Only if the provider confirms it with that amount when it is asked. A transfer is posted as it stands on the bank’s statement.',
  arguments: { payment },
  options: {
    on: option('DAY', "the day that counts for the loan, instead of the payer's", day),
    amount: option(
      'AMOUNT',
      'of a transfer, where the statement has another amount than was reported',
      amount,
    ),
    order: option('ORDER', 'whose payment it is, where its code is unknown', id),
    reassign: flag('of a transfer: take it from the claim that it was given to before'),
    reason: option('TEXT', 'why: kept with the decision', line),
    by,
  },
  change: { question: ({ payment }) => `Post ${payment}?` },
  examples: [
    "payments post ID --by 'Ana Cruz' --dry-run",
    "payments post ID --on 2026-03-02 --amount 1234.56 --by 'Ana Cruz' --yes",
  ],
  run({ payment, on, amount, order, reassign, reason, by }, session) {
    const decision = { kind: 'post', on, orderId: order, amount, why: reason, by } as const;
    return decide(session, payment, { ...decision, instead: reassign || undefined });
  },
});
