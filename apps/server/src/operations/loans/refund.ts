import { defineCommand } from '../command.ts';
import { decimal } from '../format.ts';
import { amount, anyText, option, required } from '../parameters.ts';
import { adjust, decisionOptions, order } from './adjust.ts';

export const refund = defineCommand({
  name: 'loans refund',
  summary: 'book what a borrower was paid back of their credit',
  description:
    'Have it paid back first: this moves no money. It goes back the way the credit came, after the days in which its channel may take the payment back.',
  arguments: { order },
  options: {
    amount: required('AMOUNT', 'what was paid back', amount),
    from: option('PROVIDER', 'by whom the credit came, where several brought it', anyText),
    ...decisionOptions,
  },
  change: { question: ({ order, amount }) => `Book ${decimal(amount)} as refunded on the order ${order}?` },
  examples: [
    "loans refund ORDER --amount 123.45 --reference BANK-9 --reason 'paid twice' --by 'Ana Cruz' --dry-run",
  ],
  run(input, session) {
    const { amount, from } = input;
    return adjust(session, input, { kind: 'refunded', amount, ...(from === undefined ? {} : { from }) });
  },
});
