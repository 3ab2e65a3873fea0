import { decimalText } from '@hiram/loan/format';
import { otherDifferences, type ReviewEntry, reviewQueue } from '../../lending/review/waiting.ts';
import { defineCommand } from '../command.ts';
import { ageOf, restOf } from '../format.ts';

function lineOf({ id, provider, description: what, reason, amount, since }: ReviewEntry, now: Date): string {
  const sum = amount === undefined ? '' : `, ${decimalText(amount)}`;
  return `${id ?? '(statements reconcile)'}: ${provider} ${what}${sum}: ${reason}; for ${ageOf(since, now)}`;
}

export const listPayments = defineCommand({
  name: 'payments list',
  summary: 'payments, transfers and differences in the review queue, oldest first',
  description:
    'Lists reported transfers, payments outside the lifetime of their code or with an unknown code, payouts with contradicting messages, and differences from statements (a later statement closes these).',
  arguments: {},
  options: {},
  examples: ['payments list', 'payments list --json'],
  async run(_input, session) {
    const { result } = await session.withApp(async (app) => ({
      queue: await reviewQueue(app.db),
      differences: await otherDifferences(app.db),
      now: app.clock.now(),
    }));
    const { differences, now } = result;
    const { entries: waiting, total } = result.queue;
    const open = differences.reduce((sum, { count }) => sum + count, 0);
    return {
      data: { waiting, total, differences },
      lines: [
        ...waiting.map((item) => lineOf(item, now)),
        total === 0
          ? 'The review queue is empty.'
          : `${total} in the review queue${restOf(waiting.length, total)}.`,
        ...differences.map(
          ({ provider, reason, count, since }) => `${provider} ${reason}: ${count}, for ${ageOf(since, now)}`,
        ),
        ...(open > 0
          ? [
              `${open} more differences from the providers' statements are open; a later statement closes them (statements reconcile lists those of a day).`,
            ]
          : []),
      ],
    };
  },
});
