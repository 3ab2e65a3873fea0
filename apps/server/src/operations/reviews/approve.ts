import { defineCommand } from '../command.ts';
import { by } from '../parameters.ts';
import { decide, review } from './decide.ts';

export const approve = defineCommand({
  name: 'reviews approve',
  summary: 'approve an application',
  arguments: { review },
  options: { by },
  change: { question: ({ review }) => `Approve the application ${review}?` },
  examples: ["reviews approve ID --by 'Ana Cruz' --dry-run"],
  run: (input, session) => decide(session, input, { kind: 'approve' }),
});
