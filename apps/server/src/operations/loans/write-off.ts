import { defineCommand } from '../command.ts';
import { adjust, decisionOptions, order } from './adjust.ts';

export const writeOff = defineCommand({
  name: 'loans write-off',
  summary: 'write off the principal in the books',
  description: 'The borrower still owes it. Later payments are recovery income.',
  arguments: { order },
  options: decisionOptions,
  change: { question: ({ order }) => `Write off the order ${order}?` },
  examples: [
    "loans write-off ORDER --reference MEMO-18 --reason 'not traceable' --by 'Ana Cruz' --second 'Ben Reyes' --dry-run",
  ],
  run: (input, session) => adjust(session, input, { kind: 'writtenOff' }),
});
