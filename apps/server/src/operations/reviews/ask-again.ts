import { twoPersons } from '../break-glass.ts';
import { defineCommand } from '../command.ts';
import { decide, message, review } from './decide.ts';

export const askAgain = defineCommand({
  name: 'reviews ask-again',
  summary: 'decide an application again, or request another account for a payout',
  arguments: { review },
  options: { message, ...twoPersons },
  change: { question: ({ review }) => `Ask again for ${review}?` },
  examples: [
    "reviews ask-again ID --message 'Please name an account of your own.' --by 'Ana Cruz' --second 'Ben Reyes' --dry-run",
  ],
  run: (input, session) => decide(session, input, { kind: 'askAgain', words: input.message }),
});
