import { twoPersons } from '../break-glass.ts';
import { defineCommand } from '../command.ts';
import { reasonLine, required } from '../parameters.ts';
import { decide, payment } from './decide.ts';

export const rejectPayment = defineCommand({
  name: 'payments reject',
  summary: 'reject a payment or transfer of the review queue',
  description: 'In an emergency: otherwise use the console. Moves no money: refund it at the provider.',
  arguments: { payment },
  options: {
    reason: required(
      'TEXT',
      'the reason, stored with the decision; the borrower reads that of a transfer',
      reasonLine,
    ),
    ...twoPersons,
  },
  change: { question: ({ payment }) => `Reject ${payment}?` },
  examples: [
    "payments reject ID --reason 'not on the statement' --by 'Ana Cruz' --second 'Ben Reyes' --dry-run",
  ],
  run: ({ payment, reason, by, second }, session) =>
    decide(session, payment, { kind: 'refuse', reason, by, second }),
});
