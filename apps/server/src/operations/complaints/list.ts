import { brandOf } from '../../brands/brand-of.ts';
import { openComplaints } from '../../features/complaint/open-complaints.ts';
import { defineCommand } from '../command.ts';
import { printable } from '../format.ts';
import { brand } from '../parameters.ts';

export const listComplaints = defineCommand({
  name: 'complaints list',
  summary: 'complaints without an answer, the oldest promise first',
  arguments: {},
  options: { brand },
  examples: ['complaints list', 'complaints list --brand ph --json'],
  async run({ brand }, session) {
    const { result } = await session.withApp(async (app) => {
      const open = (await openComplaints(app.db)).filter((one) => brand === undefined || one.brand === brand);
      return Promise.all(
        open.map(async (one) => {
          const today = await app.clock.today(app.db, brandOf(app, one).timeZone);
          return { ...one, isOverdue: one.promised_by < today };
        }),
      );
    });
    return {
      data: {
        open: result.map(({ received_on, promised_by, ...one }) => ({
          ...one,
          receivedOn: received_on,
          promisedBy: promised_by,
        })),
      },
      lines: [
        ...result.flatMap((one) => {
          const { id, reference, type, detail, received_on, promised_by, pictures, isOverdue } = one;
          const shown = pictures > 0 ? `, ${pictures} pictures` : '';
          return [
            `${id}: ${reference} of ${one.brand}, type ${type}, received ${received_on}, answer promised by ${promised_by}${isOverdue ? ' OVERDUE' : ''}${shown}`,
            ...detail.split('\n').map((line) => `  ${printable(line)}`),
          ];
        }),
        result.length === 0 ? 'Every complaint has its answer.' : `${result.length} wait for an answer.`,
      ],
    };
  },
});
