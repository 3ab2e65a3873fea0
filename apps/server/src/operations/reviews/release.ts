import { twoPersons } from '../break-glass.ts';
import { defineCommand } from '../command.ts';
import { decide, review } from './decide.ts';

export const release = defineCommand({
  name: 'reviews release',
  summary: 'release a held payout',
  arguments: { review },
  options: twoPersons,
  change: { question: ({ review }) => `Release the payout ${review}?` },
  examples: ["reviews release ID --by 'Ana Cruz' --second 'Ben Reyes' --dry-run"],
  run: (input, session) => decide(session, input, { kind: 'release' }),
});
