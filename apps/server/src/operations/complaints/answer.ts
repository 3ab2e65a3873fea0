import { brandOf } from '../../brands/brand-of.ts';
import { answerComplaint } from '../../lending/complaints/answer-complaint.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { defineCommand, UsageError } from '../command.ts';
import { by, flag, id, required } from '../parameters.ts';

const maxAnswer = 2_000;

function answerText(text: string): string {
  const answer = text.normalize('NFC').trim();
  if (answer === '' || answer.length > maxAnswer)
    throw new UsageError(`an answer has 1 to ${maxAnswer} characters`);
  return answer;
}

export const answer = defineCommand({
  name: 'complaints answer',
  summary: 'answer a complaint',
  arguments: { complaint: required('ID', 'as `complaints list` shows it', id<'complaint'>) },
  options: {
    message: required('TEXT', 'the answer, as the borrower reads it', answerText),
    askScore: flag('ask the borrower to rate the answer'),
    by,
  },
  change: { question: ({ complaint }) => `Send this answer to the complaint ${complaint}?` },
  examples: ["complaints answer ID --message 'We have corrected it.' --ask-score --by 'Ana Cruz' --dry-run"],
  async run({ complaint: complaintId, message: text, askScore: needsScore, by }, session) {
    const { result: isNew, changes } = await session.withApp(async (app) => {
      const complaint = await app.db
        .selectFrom('complaint')
        .innerJoin('borrower', 'borrower.id', 'complaint.borrower_id')
        .select('borrower.brand')
        .where('complaint.id', '=', complaintId)
        .where('answered_at', 'is', null)
        .executeTakeFirst();
      if (!complaint) throw new Error(`No unanswered complaint ${complaintId}.`);
      const today = await app.clock.today(app.db, brandOf(app, complaint).timeZone);
      const now = app.clock.now();
      return inTransaction(app.db, (trx) =>
        answerComplaint(trx, { complaintId, text, needsScore, today, now }),
      );
    }, by);
    const done = session.isDryRun ? 'Can be answered.' : 'Answered.';
    return {
      data: { id: complaintId, outcome: isNew ? 'answered' : 'repeated' },
      lines: [isNew ? done : 'It was answered already.'],
      changes,
    };
  },
});
