import { refusalReasons } from '../../brands/refusal-reasons.ts';
import { twoPersons } from '../break-glass.ts';
import { defineCommand, UsageError } from '../command.ts';
import { oneOf, option } from '../parameters.ts';
import { decide, message, review } from './decide.ts';

export const rejectReview = defineCommand({
  name: 'reviews reject',
  summary: 'reject an application or a payout',
  description: 'The borrower reads the reason: a code in their language, an unchanged message, or both.',
  arguments: { review },
  options: {
    code: option('CODE', `one of ${refusalReasons.join(', ')}`, oneOf(refusalReasons)),
    message,
    ...twoPersons,
  },
  change: { question: ({ review }) => `Reject ${review}?` },
  examples: [`reviews reject ID --code ${refusalReasons[0]} --by 'Ana Cruz' --second 'Ben Reyes' --dry-run`],
  async run(input, session) {
    const { code, message } = input;
    if (code === undefined && message === undefined)
      throw new UsageError('--code or --message is missing: the borrower reads it');
    return decide(session, input, {
      kind: 'refuse',
      reasons: code === undefined ? [] : [code],
      words: message,
    });
  },
});
