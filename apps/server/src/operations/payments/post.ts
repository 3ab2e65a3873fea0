import { twoPersons } from '../break-glass.ts';
import { defineCommand } from '../command.ts';
import { amount, day, flag, id, option, reasonLine } from '../parameters.ts';
import { decide, payment } from './decide.ts';

export const postPayment = defineCommand({
  name: 'payments post',
  summary: 'post a payment or transfer of the review queue',
  description:
    'In an emergency: otherwise use the console. The provider must confirm the payment with that amount. A transfer is posted with the values of the bank’s statement.',
  arguments: { payment },
  options: {
    on: option('DAY', "the value date, if not the payer's date", day),
    amount: option(
      'AMOUNT',
      'the amount of a transfer on the statement, if it differs from the reported one',
      amount,
    ),
    order: option('ORDER', 'the order of a payment whose code is unknown', id<'order'>),
    reassign: flag('for a transfer: reverse the payment of the claim that it was given to before'),
    reason: option('TEXT', 'the reason, stored with the decision', reasonLine),
    ...twoPersons,
  },
  change: { question: ({ payment }) => `Post ${payment}?` },
  examples: [
    "payments post ID --by 'Ana Cruz' --second 'Ben Reyes' --dry-run",
    "payments post ID --on 2026-03-02 --amount 1234.56 --by 'Ana Cruz' --second 'Ben Reyes' --yes",
  ],
  run({ payment, on, amount, order, reassign, reason, by, second }, session) {
    const decision = { kind: 'post', on, orderId: order, amount, reason, by, second } as const;
    return decide(session, payment, { ...decision, reassign: reassign || undefined });
  },
});
