import { twoPersons } from '../break-glass.ts';
import { defineCommand } from '../command.ts';
import { decide, review } from './decide.ts';

export const approve = defineCommand({
  name: 'reviews approve',
  summary: 'approve an application',
  arguments: { review },
  options: twoPersons,
  change: { question: ({ review }) => `Approve the application ${review}?` },
  examples: ["reviews approve ID --by 'Ana Cruz' --second 'Ben Reyes' --dry-run"],
  run: (input, session) => decide(session, input, { kind: 'approve' }),
});
