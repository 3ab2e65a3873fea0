import { decimalText } from '@hiram/loan/format';
import { defineCommand } from '../command.ts';
import { amount, anyText, option, required } from '../parameters.ts';
import { adjust, decisionOptions, order } from './adjust.ts';

export const refund = defineCommand({
  name: 'loans refund',
  summary: 'book a refund of credit to a borrower',
  description:
    'Moves no money: pay the refund first, at the provider of the credit, and only after the days in which its channel can reverse the payment.',
  arguments: { order },
  options: {
    amount: required('AMOUNT', 'the refunded amount', amount),
    from: option('PROVIDER', 'the provider of the credit, if there are several', anyText),
    ...decisionOptions,
  },
  change: {
    question: ({ order, amount }) => `Book ${decimalText(amount)} as refunded on the order ${order}?`,
  },
  examples: [
    "loans refund ORDER --amount 123.45 --reference BANK-9 --reason 'paid twice' --by 'Ana Cruz' --second 'Ben Reyes' --dry-run",
  ],
  run(input, session) {
    const { amount, from } = input;
    return adjust(session, input, { kind: 'refunded', amount, ...(from === undefined ? {} : { from }) });
  },
});
