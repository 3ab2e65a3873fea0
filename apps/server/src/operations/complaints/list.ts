import { brandOf } from '../../brands/brand-of.ts';
import { openComplaints } from '../../lending/complaints/open-complaints.ts';
import { defineCommand } from '../command.ts';
import { printable, restOf } from '../format.ts';
import { brand } from '../parameters.ts';

export const listComplaints = defineCommand({
  name: 'complaints list',
  summary: 'unanswered complaints, earliest promised day first',
  arguments: {},
  options: { brand },
  examples: ['complaints list', 'complaints list --brand ph --json'],
  async run({ brand }, session) {
    const { result } = await session.withApp(async (app) => {
      const { complaints, total } = await openComplaints(app.db, brand);
      const open = await Promise.all(
        complaints.map(async (complaint) => {
          const today = await app.clock.today(app.db, brandOf(app, complaint).timeZone);
          return { ...complaint, isOverdue: complaint.promised_by < today };
        }),
      );
      return { open, total };
    });
    const { open, total } = result;
    return {
      data: {
        open: open.map(({ received_on, promised_by, ...complaint }) => ({
          ...complaint,
          receivedOn: received_on,
          promisedBy: promised_by,
        })),
        total,
      },
      lines: [
        ...open.flatMap((complaint) => {
          const { id, reference, type, detail, received_on, promised_by, pictures, isOverdue } = complaint;
          const pictureText = pictures > 0 ? `, ${pictures} pictures` : '';
          return [
            `${id}: ${reference} of ${complaint.brand}, type ${type}, received ${received_on}, answer promised by ${promised_by}${isOverdue ? ' OVERDUE' : ''}${pictureText}`,
            ...detail.split('\n').map((line) => `  ${printable(line)}`),
          ];
        }),
        total === 0 ? 'No unanswered complaints.' : `${total} unanswered${restOf(open.length, total)}.`,
      ],
    };
  },
});
