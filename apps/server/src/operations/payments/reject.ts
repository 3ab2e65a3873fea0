import { defineCommand } from '../command.ts';
import { by, line, required } from '../parameters.ts';
import { decide, payment } from './decide.ts';

export const rejectPayment = defineCommand({
  name: 'payments reject',
  summary: 'reject a payment or transfer that waits',
  description: 'Moves no money: have the provider give it back.',
  arguments: { payment },
  options: {
    reason: required('TEXT', 'why: kept with the decision; of a transfer, its borrower reads it', line),
    by,
  },
  change: { question: ({ payment }) => `Reject ${payment}?` },
  examples: ["payments reject ID --reason 'not on the statement' --by 'Ana Cruz' --dry-run"],
  run: ({ payment, reason, by }, session) => decide(session, payment, { kind: 'refuse', why: reason, by }),
});
