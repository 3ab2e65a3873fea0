import { randomUUID } from 'node:crypto';
import { importStatement, postLine } from '@hiram/contract/console/bank-statement';
import { extendLoan, showLoan, stopCharges, waiveDebt, writeOffLoan } from '@hiram/contract/console/loan';
import { listStatementLines, postMoney, showTransfer } from '@hiram/contract/console/money-in';
import { planPosts, postMany } from '@hiram/contract/console/post-many';
import type { OrderId, TransferId } from '@hiram/contract/ids';
import { utrSubmit } from '@hiram/contract/repay';
import { addDays, type LocalDate } from '@hiram/loan';
import { newUtr, plainMap } from '@hiram/server/src/sandbox/fill/bank-statement.ts';
import { type StaffMember, staffMember } from '@hiram/server/test/support/console/console.ts';
import type { Hiram } from '@hiram/server/test/support/processes/running-server.ts';
import { sql } from 'kysely';
import { type Attempt, actAlone } from './acting-alone.ts';
import type { Attack, Figure } from './attacks.ts';

/** Loans on which each path is tried. */
const loansEach = 8;
/** Cents: below what needs a second person for one item. */
const part = 29_999;
const spec = { brand: 'spec' };

interface Rogue {
  readonly hiram: Hiram;
  readonly person: StaffMember;
  readonly today: LocalDate;
}

interface AttackedLoan {
  readonly orderId: OrderId;
  /** A transfer that the borrower, an accomplice, reports and never made. */
  readonly transferId: TransferId;
  readonly reference: string;
}

/** A way by which a debt could get smaller without money. */
type Path = (rogue: Rogue, loan: AttackedLoan) => Promise<Attempt>;

/** Paths that change what the loan will owe: they are measured so many days ahead. */
const daysAhead: Readonly<Record<string, number>> = {
  'stopping charges': 60,
  'extending without the price': 20,
};

const paths: Readonly<Record<string, Path>> = {
  waiving: ({ person }, { orderId }) =>
    actAlone(person, waiveDebt, { orderId, principal: part, interest: 0, late: 0, penalty: 0 }),
  'writing off': ({ person }, { orderId }) => actAlone(person, writeOffLoan, { orderId }),
  'stopping charges': ({ person, today }, { orderId }) =>
    actAlone(person, stopCharges, { orderId, until: addDays(today, 90) }),
  'extending without the price': ({ person }, { orderId }) => actAlone(person, extendLoan, { orderId }),
  'posting a transfer that never came': ({ person, today }, { transferId }) =>
    actAlone(person, postMoney, { entry: 'transfer', id: transferId, amount: part, on: today }),
  'backdating a transfer that never came': ({ person, today }, { transferId }) =>
    actAlone(person, postMoney, { entry: 'transfer', id: transferId, amount: part, on: addDays(today, -5) }),
  'posting a line of one’s own import for its claim': async (rogue, loan) => {
    await importLine(rogue, loan.reference);
    const { transferId } = loan;
    const { lines } = (await rogue.person.browser.send(showTransfer, { transferId }, spec)).data;
    const lineId = lines.find(({ fits }) => fits.reference)?.lineId ?? '';
    return actAlone(rogue.person, postMoney, { entry: 'transfer', id: transferId, lineId });
  },
  'posting a line of one’s own import to a loan': async (rogue, { orderId }) => {
    const lineId = await importLine(rogue, newUtr());
    return actAlone(rogue.person, postLine, { lineId, orderId });
  },
  'posting own imports in bulk': async (rogue, { transferId, reference }) => {
    await importLine(rogue, reference);
    return postInBulk(rogue.person, transferId);
  },
};

/** Imports a line of a bank's statement that the person invented. Returns its id; empty if a claim names it. */
async function importLine({ person, today }: Rogue, reference: string): Promise<string> {
  const text = `Date,Reference,Amount\n${today},${reference},${(part / 100).toFixed(2)}\n`;
  const content = Buffer.from(text).toString('base64');
  const file = { account: '10005', fileName: 'bank.csv', map: plainMap, isTrial: false, content };
  await person.browser.send(importStatement, file, spec);
  const { lines } = (await person.browser.send(listStatementLines, {}, spec)).data;
  const [line] = lines.filter((one) => one.reference === reference);
  return line?.lineId ?? '';
}

async function postInBulk({ browser, authenticator }: StaffMember, transferId: TransferId): Promise<Attempt> {
  const plan = await browser.send(planPosts, { transferIds: [transferId] }, spec);
  if (!plan.success || plan.data.posts.length === 0) return 'rejected';
  const posts = plan.data.posts.map(({ lineId, digest }) => ({ transferId, lineId, digest }));
  const passkey = authenticator.sign(plan.data.publicKey);
  const posted = await browser.send(postMany, { posts, passkey }, spec);
  const isDone = posted.success && posted.data.results.every(({ fault }) => fault === undefined);
  return isDone ? 'done' : 'rejected';
}

/** A late loan whose borrower reports a transfer that was never made. */
async function attackedLoan(hiram: Hiram): Promise<AttackedLoan> {
  const { orderId, context } = await hiram.borrower({ state: '180' });
  const reference = newUtr();
  const claim = { orderId, channelNumber: '10005', utr: reference, amount: part };
  await hiram.send(utrSubmit, claim, context, { key: randomUUID() });
  const { id } = await hiram.owner
    .selectFrom('utr_submission')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return { orderId, transferId: id, reference };
}

/** The borrower's debt on a day as the loan stands now, in cents. */
async function owed({ person }: Rogue, orderId: OrderId, on: LocalDate): Promise<number> {
  const { data } = await person.browser.send(showLoan, { orderId, on }, spec);
  if (data.position === undefined) throw new Error(`the loan ${orderId} has no position`);
  return data.position.owed;
}

/**
 * Tries a path on several loans. Returns the cents that it took off them, how many requests the person
 * approved, and how many wait.
 */
async function takeOff(rogue: Rogue, name: string, path: Path) {
  const on = addDays(rogue.today, daysAhead[name] ?? 0);
  let cents = 0;
  let approved = 0;
  let waiting = 0;
  for (let index = 0; index < loansEach; index += 1) {
    const loan = await attackedLoan(rogue.hiram);
    const before = await owed(rogue, loan.orderId, on);
    const result = await path(rogue, loan);
    cents += Math.max(0, before - (await owed(rogue, loan.orderId, on)));
    if (result === 'approved') approved += 1;
    if (result === 'waiting') waiting += 1;
  }
  return { cents, approved, waiting };
}

/**
 * One person takes debts off loans by every path that the console has, in parts below every limit of one item, and approves what
 * waits: as a cashier, and with every role that moves money. Borrowers are accomplices.
 */
export const rogueCashier: Attack = async (hiram) => {
  const { clock, db, defaultBrand } = hiram.server.appContext;
  const today = await clock.today(db, defaultBrand.timeZone);
  const figures: Figure[] = [];
  for (const roles of [['cashier'], ['cashier', 'controller', 'collector', 'support', 'reviewer']]) {
    const rogue = { hiram, person: await staffMember(hiram, ...roles), today };
    const who = roles.length === 1 ? 'a cashier' : 'one person with five roles';
    const limit = await dayLimit(hiram, roles);
    let all = 0;
    let ownApprovals = 0;
    const reached = new Set<string>();
    for (const [name, path] of Object.entries(paths)) {
      const { cents, approved, waiting } = await takeOff(rogue, name, path);
      all += cents;
      ownApprovals += approved;
      if (cents > 0 || waiting > 0) reached.add(name);
      figures.push({
        what: `centavos off ${loansEach} loans, ${who}: ${name}`,
        value: cents,
        limit: { atMost: limit },
      });
    }
    console.log(`rogue-cashier: ${who} reaches: ${[...reached].join(', ')}`);
    figures.push(
      { what: `centavos off loans in a day by all paths, ${who}`, value: all, limit: { atMost: limit } },
      // The bulk leaves out what its poster imported: nobody can approve it there.
      {
        what: `paths that go on to a second person or below the limit, of ${Object.keys(paths).length}, ${who}`,
        value: reached.size,
        limit: { atLeast: 8 },
      },
      { what: `own requests approved, ${who}`, value: ownApprovals, limit: { atMost: 0 } },
    );
  }
  return figures;
};

/** The most that one person with the roles may cost the lender in a day, in cents. */
async function dayLimit(hiram: Hiram, roles: readonly string[]): Promise<number> {
  const { rows } = await sql<{ limit: number | null }>`select max(max_per_day)::int as limit from authority
    where role = any(${roles}) and action = 'cost' and brand in ('*', 'spec')`.execute(hiram.owner);
  return rows[0]?.limit ?? 0;
}
