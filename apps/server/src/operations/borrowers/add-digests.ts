import type { BorrowerId } from '@hiram/contract/ids';
import { addDigests } from '../../lending/borrowers/add-digests.ts';
import { defineCommand, UsageError } from '../command.ts';
import { by, id, option } from '../parameters.ts';

const defaultMax = 10_000;

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`${text} is not a number from 1 to 999999`);
  return Number(text);
}

export const addDigestsOf = defineCommand({
  name: 'borrowers add-digests',
  summary: 'store the digests by which duplicates are found',
  description:
    'For borrowers who were certified before the digests existed. It may be interrupted and repeated; a digest is stored once.',
  arguments: {},
  options: {
    max: option('N', `borrowers in this run, ${defaultMax} unless set`, wholeNumber),
    after: option('BORROWER', 'continue after this borrower, as the run before printed', id),
    by,
  },
  change: { question: () => 'Store the digests?' },
  examples: [
    "borrowers add-digests --by 'Ana Cruz' --dry-run",
    "borrowers add-digests --max 500 --by 'Ana Cruz' --yes",
  ],
  async run({ max = defaultMax, after, by }, session) {
    const { result, changes } = await session.withApp(
      (app) => addDigests(app, { max, after: after as BorrowerId | undefined }),
      by,
    );
    const { looked, added, last } = result;
    return {
      data: { looked, added, ...(last === undefined ? {} : { last }) },
      lines: [
        `${looked} borrowers looked at, digests of ${added} stored.`,
        last === undefined ? 'There are no more.' : `Continue with --after ${last}`,
      ],
      changes,
    };
  },
});
