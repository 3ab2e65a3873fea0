import { brandOf } from '../../brands/brand-of.ts';
import { openComplaints } from '../../lending/complaints/open-complaints.ts';
import { defineCommand } from '../command.ts';
import { printable } from '../format.ts';
import { brand } from '../parameters.ts';

export const listComplaints = defineCommand({
  name: 'complaints list',
  summary: 'unanswered complaints, earliest promised day first',
  arguments: {},
  options: { brand },
  examples: ['complaints list', 'complaints list --brand ph --json'],
  async run({ brand }, session) {
    const { result } = await session.withApp(async (app) => {
      const open = (await openComplaints(app.db)).filter(
        (complaint) => brand === undefined || complaint.brand === brand,
      );
      return Promise.all(
        open.map(async (complaint) => {
          const today = await app.clock.today(app.db, brandOf(app, complaint).timeZone);
          return { ...complaint, isOverdue: complaint.promised_by < today };
        }),
      );
    });
    return {
      data: {
        open: result.map(({ received_on, promised_by, ...complaint }) => ({
          ...complaint,
          receivedOn: received_on,
          promisedBy: promised_by,
        })),
      },
      lines: [
        ...result.flatMap((complaint) => {
          const { id, reference, type, detail, received_on, promised_by, pictures, isOverdue } = complaint;
          const pictureText = pictures > 0 ? `, ${pictures} pictures` : '';
          return [
            `${id}: ${reference} of ${complaint.brand}, type ${type}, received ${received_on}, answer promised by ${promised_by}${isOverdue ? ' OVERDUE' : ''}${pictureText}`,
            ...detail.split('\n').map((line) => `  ${printable(line)}`),
          ];
        }),
        result.length === 0 ? 'No unanswered complaints.' : `${result.length} unanswered.`,
      ],
    };
  },
});
