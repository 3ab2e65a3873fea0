import { twoPersons } from '../break-glass.ts';
import { defineCommand } from '../command.ts';
import { decide, message, review } from './decide.ts';

export const requestResubmission = defineCommand({
  name: 'reviews request-resubmission',
  summary: 'decide an application again, or request another account for a payout',
  arguments: { review },
  options: { message, ...twoPersons },
  change: { question: ({ review }) => `Ask again for ${review}?` },
  examples: [
    "reviews request-resubmission ID --message 'Please name an account of your own.' --by 'Ana Cruz' --second 'Ben Reyes' --dry-run",
  ],
  run: (input, session) => decide(session, input, { kind: 'requestResubmission', words: input.message }),
});
