/** `npm run complaints`: lists complaints without an answer; `-- --answer ID --text TEXT --by NAME` answers one. */
import { parseArgs } from 'node:util';
import { brandOf } from '../brands/brand-of.ts';
import type { House } from '../context/app-context.ts';
import { answerComplaint } from '../features/complaint/complaints.ts';
import { openComplaints } from '../features/complaint/open-complaints.ts';
import { actAs } from '../platform/database/actor.ts';
import { inTransaction } from '../platform/database/connect.ts';
import { personOf } from './person.ts';
import { withHouse } from './with-house.ts';

const usage = `Without options: what has no answer yet, the oldest promise first. To answer one:
  --answer ID --text TEXT --by NAME [--ask-score]   the borrower reads TEXT; --ask-score asks them to rate it`;
const maxAnswer = 2_000;

interface Asked {
  readonly problemId: string;
  readonly text: string;
  readonly by: string;
  readonly needsScore: boolean;
}

function asked(): Asked | undefined {
  const text = { type: 'string' } as const;
  const options = { answer: text, text, by: text, 'ask-score': { type: 'boolean' } } as const;
  let values: ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];
  try {
    ({ values } = parseArgs({ options }));
  } catch {
    throw new Error(usage);
  }
  if (Object.keys(values).length === 0) return undefined;
  const answer = values.text?.normalize('NFC').trim() ?? '';
  if (values.answer === undefined || answer === '') throw new Error(usage);
  if (answer.length > maxAnswer) throw new Error(`An answer has at most ${maxAnswer} characters.`);
  return {
    problemId: values.answer,
    text: answer,
    by: personOf(values.by),
    needsScore: values['ask-score'] === true,
  };
}

async function list(house: House): Promise<void> {
  const open = await openComplaints(house.db);
  for (const { id, brand, reference, type, detail, received_on, promised_by, pictures } of open) {
    const today = await house.clock.today(house.db, brandOf(house, { brand }).timeZone);
    const late = promised_by < today ? ' OVERDUE' : '';
    const shown = pictures > 0 ? `, ${pictures} pictures` : '';
    console.log(
      `${id}: ${reference} of ${brand}, type ${type}, received ${received_on}, answer promised by ${promised_by}${late}${shown}`,
    );
    for (const line of detail.split('\n')) console.log(`  ${line.replace(/[\p{Cc}\p{Cf}]/gu, ' ')}`);
  }
  console.log(open.length === 0 ? 'Every complaint has its answer.' : `${open.length} wait for an answer.`);
}

async function answer(house: House, { problemId, text, by, needsScore }: Asked): Promise<void> {
  const complaint = await openComplaints(house.db).then((open) => open.find((one) => one.id === problemId));
  if (!complaint) throw new Error(`No complaint ${problemId} waits for an answer.`);
  const today = await house.clock.today(house.db, brandOf(house, complaint).timeZone);
  const isNew = await actAs(`tool complaints by ${by}`, () =>
    inTransaction(house.db, (trx) =>
      answerComplaint(trx, { problemId, text, needsScore, today, now: house.clock.now() }),
    ),
  );
  console.log(isNew ? 'Answered.' : 'It was answered before.');
}

async function main(): Promise<void> {
  const request = asked();
  await withHouse('complaints', (house) => (request ? answer(house, request) : list(house)));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
