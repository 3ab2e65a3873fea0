import { defineCommand } from '../command.ts';
import { by, line, required } from '../parameters.ts';
import { decide, payment } from './decide.ts';

export const rejectPayment = defineCommand({
  name: 'payments reject',
  summary: 'reject a payment or transfer of the review queue',
  description: 'Moves no money: refund it at the provider.',
  arguments: { payment },
  options: {
    reason: required(
      'TEXT',
      'the reason, stored with the decision; the borrower reads that of a transfer',
      line,
    ),
    by,
  },
  change: { question: ({ payment }) => `Reject ${payment}?` },
  examples: ["payments reject ID --reason 'not on the statement' --by 'Ana Cruz' --dry-run"],
  run: ({ payment, reason, by }, session) => decide(session, payment, { kind: 'refuse', reason, by }),
});
