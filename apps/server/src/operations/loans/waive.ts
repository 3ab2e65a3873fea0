import { decimalText } from '@hiram/loan/format';
import { defineCommand, UsageError } from '../command.ts';
import { amount, option } from '../parameters.ts';
import { adjust, decisionOptions, order } from './adjust.ts';

const options = {
  principal: option('AMOUNT', 'of the principal', amount),
  interest: option('AMOUNT', 'of the interest', amount),
  late: option('AMOUNT', 'of the late interest', amount),
  penalty: option('AMOUNT', 'of the penalty', amount),
};

export const waive = defineCommand({
  name: 'loans waive',
  summary: 'waive a part of the debt',
  description:
    'In an emergency: otherwise use the console. Takes effect at once. Does not cover late interest of later days.',
  arguments: { order },
  options: { ...options, ...decisionOptions },
  change: {
    question: ({ order, principal = 0, interest = 0, late = 0, penalty = 0 }) =>
      `Waive ${decimalText(principal + interest + late + penalty)} of the order ${order}?`,
  },
  examples: [
    "loans waive ORDER --penalty 50.00 --reference MEMO-17 --reason 'goodwill' --by 'Ana Cruz' --second 'Ben Reyes' --dry-run",
  ],
  async run(input, session) {
    const { principal = 0, interest = 0, late = 0, penalty = 0 } = input;
    if (principal + interest + late + penalty === 0)
      throw new UsageError('set at least one of --principal, --interest, --late and --penalty');
    return adjust(session, input, { kind: 'waived', amounts: { principal, interest, late, penalty } });
  },
});
