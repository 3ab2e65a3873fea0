import { loanSituation } from '../../lending/review/adjust-loan.ts';
import { defineCommand } from '../command.ts';
import { order } from './adjust.ts';
import { situationLine } from './situation-line.ts';

export const showLoan = defineCommand({
  name: 'loans show',
  summary: 'show what a loan owes today, and its credit',
  arguments: { order },
  options: {},
  examples: ['loans show 0198c0de-0000-7000-8000-000000000001'],
  async run(input, session) {
    const { result } = await session.withApp((app) => loanSituation(app, input.order));
    return { data: { order: input.order, ...result }, lines: [situationLine(result)] };
  },
});
