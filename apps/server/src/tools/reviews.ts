/** `npm run reviews`: lists applications and payouts that wait for a person; with options one is settled. */
import { parseArgs } from 'node:util';
import type { House } from '../context/app-context.ts';
import { othersWith } from '../lending/borrowers/identity-marks.ts';
import { needsPerson } from '../lending/loans/review-queue.ts';
import { type ReviewDecision, settleReview, waitingReviews } from '../lending/review/resolve-application.ts';
import { actAs } from '../platform/database/actor.ts';
import { refusalReasons } from '../providers/decision.ts';
import { personOf, wordsOf } from './person.ts';
import { withHouse } from './with-house.ts';

const usage = `Without options: what waits. To settle one, with --by NAME:
  --approve ID                                  an application
  --release ID                                  a payout
  --refuse ID [--reason CODE] [--words TEXT]    either; the borrower reads it: CODE in their language, TEXT as it is
  --ask-again ID [--words TEXT]                 an application is decided anew; for a payout another account is asked for
CODE: ${refusalReasons.join(', ')}.`;

interface Asked {
  readonly id: string;
  readonly decision: ReviewDecision;
  readonly by: string;
}

const text = { type: 'string' } as const;
const options = {
  approve: text,
  release: text,
  refuse: text,
  'ask-again': text,
  reason: text,
  words: text,
  by: text,
} as const;

function asked(): Asked | undefined {
  let values: ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];
  try {
    ({ values } = parseArgs({ options }));
  } catch {
    throw new Error(usage);
  }
  if (Object.keys(values).length === 0) return undefined;
  const { approve, release, refuse, 'ask-again': askAgain, reason, by } = values;
  const given = [approve, release, refuse, askAgain].filter((id) => id !== undefined);
  const [id] = given;
  if (id === undefined || given.length !== 1) throw new Error(usage);
  const words = wordsOf(values.words);
  const known = refusalReasons.find((one) => one === reason);
  if (reason !== undefined && (!known || refuse === undefined)) throw new Error(usage);
  if (words !== undefined && refuse === undefined && askAgain === undefined) throw new Error(usage);
  if (refuse !== undefined && words === undefined && known === undefined)
    throw new Error(`A refusal needs --reason or --words: the borrower reads it.\n${usage}`);
  const decision: ReviewDecision =
    approve !== undefined
      ? { kind: 'approve' }
      : release !== undefined
        ? { kind: 'release' }
        : refuse !== undefined
          ? { kind: 'refuse', reason: known, words }
          : { kind: 'askAgain', words };
  return { id, decision, by: personOf(by) };
}

async function list(house: House): Promise<void> {
  const waiting = await waitingReviews(house.db);
  for (const { review, amount, decideBy, language } of waiting) {
    const { id, kind, brand, borrower_id, order_id, reasons, hold_until, opened_at } = review;
    const until = hold_until ? `, held until ${hold_until.toISOString()}` : '';
    const due = kind === 'application' ? `, decision promised by ${decideBy}` : '';
    const alone = needsPerson(review) ? '' : ' (goes out by itself)';
    console.log(
      `${id}: ${kind} of ${brand}, ${(amount / 100).toFixed(2)}, order ${order_id}, borrower ${borrower_id}` +
        `${language === '' ? '' : `, reads ${language}`}: ${reasons.join(', ')}${until}${due}; since ${opened_at.toISOString()}${alone}`,
    );
    for (const other of await othersWith(house.db, borrower_id))
      console.log(`  ${other.kind} also of borrower ${other.borrowerId}`);
  }
  console.log(waiting.length === 0 ? 'Nothing waits for a person.' : `${waiting.length} wait.`);
}

async function main(): Promise<void> {
  const request = asked();
  await withHouse('reviews', async (house) => {
    if (!request) return list(house);
    const { id, decision, by } = request;
    const outcome = await actAs(`tool reviews by ${by}`, () => settleReview(house, id, decision, by));
    console.log(`${id}: ${outcome}.`);
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
