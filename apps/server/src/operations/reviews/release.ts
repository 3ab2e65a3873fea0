import { defineCommand } from '../command.ts';
import { by } from '../parameters.ts';
import { decide, review } from './decide.ts';

export const release = defineCommand({
  name: 'reviews release',
  summary: 'release a held payout',
  arguments: { review },
  options: { by },
  change: { question: ({ review }) => `Release the payout ${review}?` },
  examples: ["reviews release ID --by 'Ana Cruz' --dry-run"],
  run: (input, session) => decide(session, input, { kind: 'release' }),
});
