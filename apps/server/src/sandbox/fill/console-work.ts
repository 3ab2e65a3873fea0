import { createHash, randomUUID } from 'node:crypto';
import { importStatement } from '@hiram/contract/console/bank-statement';
import { postJournal } from '@hiram/contract/console/books';
import { addNote } from '@hiram/contract/console/borrower';
import {
  addAgency,
  assignLoans,
  listAgencies,
  reportOutcome,
  startCall,
} from '@hiram/contract/console/collections';
import { planShift } from '@hiram/contract/console/coverage';
import { issueFeedKey } from '@hiram/contract/console/feed';
import { waiveDebt, writeOffLoan } from '@hiram/contract/console/loan';
import { setCeiling } from '@hiram/contract/console/money-out';
import { confirmHit, listHits } from '@hiram/contract/console/officer';
import { checkPolicyDraft, listPolicies, savePolicyDraft, showPolicy } from '@hiram/contract/console/policy';
import type { ShippedRole } from '@hiram/contract/console/rights';
import { me } from '@hiram/contract/console/session';
import { inviteStaff, previewRoles, requestRoles } from '@hiram/contract/console/staff';
import type { BorrowerId, OrderId, StaffId } from '@hiram/contract/ids';
import { addDays } from '@hiram/loan';
import type { Brand } from '../../brands/brand.ts';
import { accountOf } from '../../brands/chart.ts';
import type { AppContext } from '../../context/app-context.ts';
import { dayIn, startOfDay } from '../../platform/clock/clock.ts';
import { knownId } from '../../platform/ids.ts';
import { toDecimal } from '../../providers/decimal-amount.ts';
import { newUtr, plainMap } from './bank-statement.ts';
import { type FilledBorrowers, some } from './borrowers.ts';
import { type Colleague, Rejected, signedIn } from './calls.ts';

/** A transfer that a borrower reported. Amount in cents. */
export interface SentTransfer {
  readonly utr: string;
  readonly amount: number;
  /** As the bank writes them. */
  readonly sender: string;
}

interface ConsoleFilling {
  readonly appContext: AppContext;
  readonly brand: Brand;
  readonly borrowers: FilledBorrowers;
}

/** The remaining limit when the filling is done: more than anybody tries out in a day. */
const firstLoansADay = 1_000;

/** Acts as the staff: imports a statement, writes notes, requests decisions of a second person. */
export async function fillConsole(
  filling: ConsoleFilling,
  url: string,
  transfers: readonly SentTransfer[],
): Promise<void> {
  const { appContext, brand, borrowers } = filling;
  const as = (role: ShippedRole) => signedIn(url, brand.id, { role });
  await planShifts(filling, url);
  await importTransfers(filling, await as('controller'), transfers);
  const support = await as('support');
  for (const { orderId } of some(borrowers, '180', 0, 2))
    await support.ask(addNote, {
      borrowerId: await borrowerOf(appContext, orderId),
      text: 'Called: asks for a few days until the salary arrives.',
    });
  const cashier = await as('cashier');
  const nothing = { interest: 0, late: 0, penalty: 0 };
  for (const { orderId } of some(borrowers, '180', 4, 2))
    await cashier.submit(
      waiveDebt,
      { orderId, principal: 50_000, ...nothing },
      'Goodwill: our reminder named a wrong day',
    );
  for (const { orderId } of some(borrowers, '180', 6, 1))
    await cashier.submit(writeOffLoan, { orderId }, 'Not traceable');
  const admin = await as('admin');
  const email = `lia.${randomUUID().slice(0, 8)}@demo.example`;
  const { staffId } = await admin.ask(inviteStaff, { name: 'Lia Ramos', email });
  await askSecondPersons(filling, url, staffId);
  await assignToAgency(filling, url);
  await callLate(filling, url);
  await letSystemsIn(filling, url);
  await draftPolicy(filling, url);
}

/** A second version of the credit policy, which lends less of an income: what the page that compares two shows. */
async function draftPolicy({ brand }: ConsoleFilling, url: string): Promise<void> {
  const risk = await signedIn(url, brand.id, { role: 'risk' });
  const { versions } = await risk.ask(listPolicies, {});
  const [active] = versions;
  if (!active || versions.length > 1) return;
  const { body } = await risk.ask(showPolicy, { version: active.version });
  const stricter = body.replace(/("maxShare":\s*)\d+/, (_, name) => `${name}250000`);
  const { version } = await risk.ask(savePolicyDraft, {
    note: 'A quarter of the income at most, before the holidays',
    body: stricter,
  });
  await risk.ask(checkPolicyDraft, { version });
}

/** Requests by those who request nothing else in the filling: an admin, for another one, and the officer. */
async function askSecondPersons({ brand }: ConsoleFilling, url: string, invited: StaffId): Promise<void> {
  const colleague = await signedIn(url, brand.id, { role: 'admin', isColleague: true });
  const wanted = { staffId: invited, roles: ['support'] };
  const { digest } = await colleague.ask(previewRoles, wanted);
  await colleague.ask(requestRoles, { ...wanted, digest, reason: 'Answers complaints from Monday on' });
  const officer = await signedIn(url, brand.id, { role: 'officer' });
  const [hit] = (await officer.ask(listHits.page, { only: { state: ['open'] } })).rows;
  if (hit) await officer.submit(confirmHit, { hitId: hit.hitId }, 'Full name and year of birth are the same');
}

/** A journal by hand, of posted books, that waits for a second person: each of an invoice of its own. */
export async function askForRent({ appContext, brand }: ConsoleFilling, url: string): Promise<void> {
  const expense = brand.chart.accounts.find(
    ({ type, components }) => type === 'expense' && components.length === 0,
  );
  if (!expense) return;
  const on = await appContext.clock.today(appContext.db, brand.timeZone);
  const lines = [
    { account: expense.code, amount: 2_500_000 },
    { account: accountOf(brand.chart, 'bank'), amount: -2_500_000 },
  ];
  const controller = await signedIn(url, brand.id, { role: 'controller' });
  await controller.submit(
    postJournal,
    { on, note: `Rent of the office, invoice ${randomUUID().slice(0, 8)}`, lines },
    'The invoice of this month',
  );
}

/** Adds the demo person's agency, and gives it late loans. A person works for one agency: in the brand that is filled first. */
async function assignToAgency({ appContext, brand, borrowers }: ConsoleFilling, url: string): Promise<void> {
  const agent = await signedIn(url, brand.id, { role: 'agency' });
  const { staffId } = await agent.ask(me, {});
  const lead = await signedIn(url, brand.id, { role: 'controller' });
  const second = await signedIn(url, brand.id, { role: 'controller', isColleague: true });
  const { people } = await lead.ask(listAgencies, {});
  if (!people.some((person) => person.staffId === staffId)) return;
  const fromDay = await appContext.clock.today(appContext.db, brand.timeZone);
  const agency = { name: 'Tala Recovery', commissionPpm: 150_000, fromDay, untilDay: addDays(fromDay, 90) };
  const asked = await lead.submit(
    addAgency,
    { ...agency, staffIds: [staffId] },
    'Our own people have no time',
  );
  await second.approve(asked);
  const { agencies } = await lead.ask(listAgencies, {});
  const agencyId = agencies.find(({ name }) => name === agency.name)?.agencyId;
  const orderIds = some(borrowers, '180', 2, 2).map(({ orderId }) => orderId);
  if (agencyId !== undefined) await lead.ask(assignLoans, { orderIds, agencyId });
}

/** Calls late borrowers. Where law or brand allow no call now, the refused attempts are what the desk's figures show. */
async function callLate({ appContext, brand, borrowers }: ConsoleFilling, url: string): Promise<void> {
  const collector = await signedIn(url, brand.id, { role: 'collector' });
  const today = await appContext.clock.today(appContext.db, brand.timeZone);
  const [first, ...others] = some(borrowers, '180', 4, 3);
  const promise = { amount: 100_000, dueOn: addDays(today, 3) };
  const ends: readonly string[] = ['notNow', 'tooManyReads'];
  const call = async (orderId: OrderId, outcome: 'promise' | 'noAnswer', note: string) => {
    const started = await collector.ask(startCall, { orderId }).catch((error: unknown) => {
      if (error instanceof Rejected && ends.includes(error.code)) return undefined;
      throw error;
    });
    if (!started) return;
    const promised = outcome === 'promise' ? { promise } : {};
    await collector.ask(reportOutcome, { contactId: started.contactId, outcome, note, ...promised });
  };
  if (first) await call(first.orderId, 'promise', 'Pays when the salary arrives.');
  for (const { orderId } of others) await call(orderId, 'noAnswer', '');
}

/** Lets a system read the feed, and asks for another one. Nobody has their keys. */
async function letSystemsIn({ brand }: ConsoleFilling, url: string): Promise<void> {
  const asking = await signedIn(url, brand.id, { role: 'admin' });
  const approving = await signedIn(url, brand.id, { role: 'controller' });
  const ask = (name: string, topics: readonly string[]) => {
    const keyHash = createHash('sha256').update(randomUUID()).digest('hex');
    return asking.submit(issueFeedKey, { keyHash, name, topics }, 'Reads what its reports need');
  };
  await approving.approve(await ask('Warehouse', ['loan', 'payment', 'payout']));
  await ask('Accounting', ['ledger']);
}

/** Runs `work` under a limit of first loans a day, which two people set and raise again afterwards. */
export async function limitFirstLoans(
  { brand }: ConsoleFilling,
  url: string,
  limit: number,
  work: () => Promise<void>,
): Promise<void> {
  const asking = await signedIn(url, brand.id, { role: 'controller' });
  const approving = await signedIn(url, brand.id, { role: 'controller', isColleague: true });
  const set = async (maxFirstLoans: number) =>
    approving.approve(await asking.submit(setCeiling, { maxFirstLoans }, 'As many as the team can look at'));
  await set(limit);
  await work();
  await set(firstLoansADay);
}

/** Hours of the day at which demo people are at work. Between 22:00 and the morning nobody is. */
const hours: Partial<Record<ShippedRole, readonly [from: number, to: number]>> = {
  admin: [9, 18],
  agency: [9, 18],
  cashier: [6, 15],
  collector: [8, 17],
  controller: [8, 19],
  marketer: [9, 18],
  officer: [9, 18],
  reviewer: [8, 17],
  risk: [9, 18],
  support: [8, 20],
};

/** Shifts of the demo people today and tomorrow; a person who has one already keeps it. */
async function planShifts({ appContext, brand }: ConsoleFilling, url: string): Promise<void> {
  const lead = await signedIn(url, brand.id, { role: 'controller' });
  const second = await signedIn(url, brand.id, { role: 'controller', isColleague: true });
  const now = appContext.clock.now();
  const today = startOfDay(brand.timeZone, dayIn(brand.timeZone, now)).getTime();
  const plan = async (staffId: StaffId, [from, to]: readonly [number, number]) => {
    for (const day of [0, 1]) {
      const at = (hour: number) => new Date(today + (day * 24 + hour) * 3_600_000);
      if (at(to) <= now) continue;
      const shift = {
        staffId,
        kind: 'shift' as const,
        startsAt: at(from).toISOString(),
        endsAt: at(to).toISOString(),
      };
      await lead.ask(planShift, shift).catch((error: unknown) => {
        if (!(error instanceof Rejected)) throw error;
      });
    }
  };
  for (const [role, time] of Object.entries(hours)) {
    const person = await signedIn(url, brand.id, { role: role as ShippedRole });
    await plan((await person.ask(me, {})).staffId, time);
  }
  await plan((await second.ask(me, {})).staffId, [13, 22]);
}

async function borrowerOf({ db }: AppContext, orderId: OrderId): Promise<BorrowerId> {
  const { borrower_id } = await db
    .selectFrom('loan_order')
    .select('borrower_id')
    .where('id', '=', knownId(orderId))
    .executeTakeFirstOrThrow();
  return borrower_id;
}

async function importTransfers(
  filling: ConsoleFilling,
  controller: Colleague,
  transfers: readonly SentTransfer[],
): Promise<void> {
  const account = filling.brand.transfers[0]?.number;
  if (account === undefined) return;
  await controller.ask(importStatement, {
    account,
    fileName: 'statement.csv',
    isTrial: false,
    map: { ...plainMap, sender: 3 },
    content: Buffer.from(await statementText(filling, transfers)).toString('base64'),
  });
}

/** A bank's statement with some of the transfers, and with one that nobody reported. */
async function statementText(
  { appContext, brand }: ConsoleFilling,
  transfers: readonly SentTransfer[],
): Promise<string> {
  const today = await appContext.clock.today(appContext.db, brand.timeZone);
  const nobodys = {
    utr: newUtr(),
    amount: 250_000,
    sender: 'M SANTOS',
  };
  const lines = [...transfers.slice(0, 3), nobodys].map(
    ({ utr, amount, sender }) => `${today},${utr},${toDecimal(amount)},${sender}\n`,
  );
  return `Date,Reference,Amount,Sender\n${lines.join('')}`;
}
