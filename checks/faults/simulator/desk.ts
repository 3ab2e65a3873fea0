import { randomUUID } from 'node:crypto';
import { problemSave } from '@hiram/contract/complaint';
import type { ActionCalls } from '@hiram/contract/console/action-calls';
import * as calls from '@hiram/contract/console/collections';
import { findAnything } from '@hiram/contract/console/find';
import { arrangeLoan } from '@hiram/contract/console/loan';
import type { StaffCall, StaffInput, StaffOutput } from '@hiram/contract/console/staff-call';
import { asId } from '@hiram/contract/ids';
import { addDays, type LocalDate, localDate } from '@hiram/loan';
import { runLocalWork } from '@hiram/server/src/scheduler/scheduler.ts';
import {
  approveByPasskey,
  type StaffAnswer,
  type StaffBrowser,
  type StaffMember,
  signInAgain,
  staffMember,
} from '@hiram/server/test/support/console/console.ts';
import { asOwner, type Cluster } from '@hiram/server/test/support/database/throwaway-cluster.ts';
import { type Hiram, startHiram } from '@hiram/server/test/support/processes/running-server.ts';
import { Broken, type Queries } from './books.ts';
import type { Borrower } from './borrower.ts';
import type { Random } from './random.ts';

/** A collector with the brands in which they work. */
interface Collector {
  readonly member: StaffMember;
  readonly brands: readonly [string, ...string[]];
  readonly isAgency: boolean;
}

/** One collector's hour at the desk. */
interface Visit {
  readonly collector: Collector;
  readonly browser: StaffBrowser;
  readonly brand: string;
  readonly today: LocalDate;
}

/** Hours of Manila at which collectors sit down: the brands forbid some, the law others. */
const hours = [2, 7, 20.1, 22.1, 8.1, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19.5] as const;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const manila = 8 * hourMs;

/** The outcome of the third call of a day; undefined: the collector does not say. */
const lastOutcomes = ['refuses', 'refuses', 'promise', 'hardship', 'disputes', undefined] as const;

/** Notes that a collector may never write, by the rule that they break. */
const forbiddenNotes = ['Ipapakulong ka namin', 'b0b0', 'We post it on Facebook', 'I told her boss'] as const;

export type Desk = Awaited<ReturnType<typeof startDesk>>;

/**
 * Collectors of the lender and of an agency who err and cheat, through the console's calls of a server of
 * their own: its clock has the hour at which they sit down, on the last day that is no holiday.
 */
export async function startDesk(
  { cluster, database, db }: { readonly cluster: Cluster; readonly database: string; readonly db: Queries },
  environment: Record<string, string>,
  chance: Random,
) {
  let sat: { readonly at: number; readonly since: number } | undefined;
  const now = () => new Date(sat ? sat.at + Date.now() - sat.since : Date.now());
  const hiram: Hiram = await startHiram(cluster, { BRAND: 'spec,ph', ...environment }, { database, now });
  const { brands } = hiram.server.appContext;
  const people = {
    first: await staffMember(hiram, 'collector'),
    second: await staffMember(hiram, 'collector spec'),
    agent: await staffMember(hiram, 'agency'),
    cashier: await staffMember(hiram, 'cashier'),
    controllers: [await staffMember(hiram, 'controller'), await staffMember(hiram, 'controller')] as const,
  };
  const collectors: readonly [Collector, ...Collector[]] = [
    { member: people.first, brands: ['spec', 'ph'], isAgency: false },
    { member: people.second, brands: ['spec'], isAgency: false },
    { member: people.agent, brands: ['spec'], isAgency: true },
  ];
  /** The numbers that were shown, by the attempt that the answer named. */
  const shown = new Map<string, { readonly orderId: string; readonly staffId: string }>();
  /** Attempts whose outcome is missing, by collector. */
  const open = new Map<string, string>();
  const counts: Record<string, number> = {};
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  const owners = new Map<string, Borrower>();
  /** Events that every run has, however short. */
  const firstOutcomes: calls.Outcome[] = ['refuses', 'promise', 'hardship'];
  let agencyId: string | undefined;

  function sitDown(hour: number): void {
    let day = Math.floor((Date.now() + manila) / dayMs) * dayMs;
    const isHoliday = () =>
      ['spec', 'ph'].some((id) =>
        brands.get(id)?.holidays.has(localDate(new Date(day).toISOString().slice(0, 10))),
      );
    while (isHoliday()) day -= dayMs;
    sat = { at: day + hour * hourMs - manila, since: Date.now() };
  }

  async function ask<C extends StaffCall>(
    visit: Visit,
    call: C,
    input: StaffInput<C> | Record<string, unknown>,
  ): Promise<StaffAnswer<StaffOutput<C>>> {
    const answer = await visit.browser.send(call, input, { brand: visit.brand });
    // Every refusal says why, and no cheat is a fault of the server.
    if (answer.status >= 500 || (!answer.success && (!answer.code || !answer.message)))
      throw new Broken(`${call.name} ${JSON.stringify(input)} was answered ${JSON.stringify(answer)}`);
    return answer;
  }

  /** A cheat that the server must refuse with this code, or as something that the caller does not see. */
  async function mustFail<C extends StaffCall>(
    visit: Visit,
    call: C,
    input: StaffInput<C> | Record<string, unknown>,
    ...codes: readonly string[]
  ): Promise<void> {
    const answer = await ask(visit, call, input);
    const isRefused = !answer.success && (codes.includes(answer.code) || codes.includes(`${answer.status}`));
    if (!isRefused)
      throw new Broken(`${call.name} ${JSON.stringify(input)} was answered ${JSON.stringify(answer)}`);
    count(`refused ${answer.code}`);
  }

  /** Starts a call, lawful or not. True if the number was shown. */
  async function dial(visit: Visit, orderId: string): Promise<boolean> {
    const { id: staffId } = visit.collector.member;
    const answer = await ask(visit, calls.startCall, { orderId });
    count(answer.success ? 'called' : `refused ${answer.code}`);
    if (!answer.success) return false;
    const { contactId, phone } = answer.data;
    if (phone !== owners.get(orderId)?.phone)
      throw new Broken(`the call of ${orderId} showed another number`);
    shown.set(contactId, { orderId, staffId });
    open.set(staffId, contactId);
    return true;
  }

  /** Reports an outcome, after tries with words, figures and calls that are not the collector's. */
  async function report(visit: Visit, outcome: calls.Outcome): Promise<void> {
    const { id: staffId } = visit.collector.member;
    const contactId = open.get(staffId);
    if (contactId === undefined) return;
    if (chance.happens(0.5)) {
      const words = { contactId, outcome: 'reached', note: chance.pick(forbiddenNotes) };
      await mustFail(visit, calls.reportOutcome, words, 'forbiddenWords');
    }
    const promise = {
      amount: chance.between(1, 400_000),
      dueOn: addDays(visit.today, chance.between(0, 14)),
    };
    if (outcome === 'promise') {
      const late = { ...promise, dueOn: addDays(visit.today, 15) };
      const input = { contactId, outcome, note: '' };
      await mustFail(visit, calls.reportOutcome, input, 'badPromise');
      await mustFail(visit, calls.reportOutcome, { ...input, promise: late }, 'badPromise');
    }
    const more = outcome === 'promise' ? { promise } : {};
    let answer = await ask(visit, calls.reportOutcome, { contactId, outcome, note: '', ...more });
    if (answer.code === 'twoPromises')
      answer = await ask(visit, calls.reportOutcome, { contactId, outcome: 'reached', note: '' });
    if (!answer.success) throw new Broken(`an outcome was answered ${JSON.stringify(answer)}`);
    count(`reported ${outcome}`);
    open.delete(staffId);
    if (chance.happens(0.3))
      await mustFail(visit, calls.reportOutcome, { contactId, outcome: 'reached', note: '' }, 'noOpenCall');
  }

  /** Looks for a number without a call. */
  async function peek(visit: Visit, orderId: string): Promise<void> {
    const phone = owners.get(orderId)?.phone ?? '';
    const answers = [
      await ask(visit, calls.showLateLoan, { orderId }),
      await ask(visit, calls.listLateLoans, {}),
      await ask(visit, findAnything, { text: phone }),
    ];
    if (answers.slice(0, 2).some((answer) => JSON.stringify(answer).includes(phone.slice(-9))))
      throw new Broken(`a collector saw the number of ${orderId} without a call`);
    count('peeked');
  }

  /** Calls after a stop or an objection that is a moment old. */
  async function callStopped(visit: Visit, orderId: string): Promise<void> {
    const owner = owners.get(orderId);
    if (chance.happens(0.5) && owner) {
      const objection = { problemType: 1, problemSonType: 1, problemDetail: 'They shout.', orderNo: orderId };
      const saved = await hiram.send(problemSave, objection, owner.context, { key: randomUUID() });
      if (!saved.success) return count(`no objection ${saved.code}`);
      owner.complaints.push(saved.data.problemId);
    } else {
      const stop = {
        orderId,
        kind: chance.pick(['hardship', 'counsel', 'doNotCall']),
        note: 'a letter came',
      };
      const { success } = await ask(visit, calls.setStop, stop);
      if (!success) throw new Broken(`no stop for ${orderId}`);
    }
    await mustFail(visit, calls.startCall, { orderId }, 'notNow', 'tooManyReads');
    count('called after a stop');
  }

  /** The other loans that are late, of which the collector must see none. */
  async function callForeign(visit: Visit, own: readonly string[]): Promise<void> {
    const foreign = [...owners].find(
      ([orderId, { context }]) =>
        !own.includes(orderId) && (visit.collector.isAgency || context.appName !== visit.brand),
    );
    if (!foreign) return;
    const [orderId] = foreign;
    await mustFail(visit, calls.startCall, { orderId }, '404');
    await mustFail(visit, calls.showLateLoan, { orderId }, '404');
    count('called a foreign borrower');
  }

  /** Requests an action, which a second person approves if it takes two. Answers the code of a refusal; empty: it is done. */
  async function performed(
    asker: StaffMember,
    action: ActionCalls,
    request: object,
    brand: string,
  ): Promise<string> {
    const browser = await signInAgain(hiram, asker);
    const preview = await browser.send(action.preview, { request }, { brand });
    if (!preview.success) return preview.code;
    const { digest } = preview.data;
    const sent = { request, digest, reference: '', reason: 'more calls' };
    const submitted = await browser.send(action.submit, sent, { brand });
    if (!submitted.success) return submitted.code;
    if (submitted.data.state === 'done') return '';
    const [, second] = people.controllers;
    const approver = { ...second, browser: await signInAgain(hiram, second) };
    const approved = await approveByPasskey(approver, submitted.data.approvalId, brand);
    return approved.success ? '' : approved.code;
  }

  /** Two persons add the agency once; afterwards it gets loans now and then. */
  async function assign(today: LocalDate): Promise<void> {
    const [asker] = people.controllers;
    const brand = { brand: 'spec' };
    if (agencyId === undefined) {
      const request = {
        name: 'Tala Recovery',
        commissionPpm: 150_000,
        fromDay: today,
        untilDay: addDays(today, 365),
        staffIds: [people.agent.id],
      };
      await performed(asker, calls.addAgency, request, 'spec');
    }
    const browser = await signInAgain(hiram, asker);
    if (agencyId === undefined) {
      const { data } = await browser.send(calls.listAgencies, {}, brand);
      agencyId = data.agencies[0]?.agencyId;
      if (agencyId === undefined) throw new Broken('the agency was not added');
    }
    const { data } = await browser.send(calls.listLateLoans, { whose: 'nobody' }, brand);
    const orderIds = data.rows.slice(0, 2).map(({ orderId }) => orderId);
    if (orderIds.length === 0) return;
    // The server gives none of an agency whose year is over.
    await browser.send(calls.assignLoans, { orderIds, agencyId: asId<'agency'>(agencyId) }, brand);
  }

  async function work(visit: Visit): Promise<void> {
    const { data } = await visit.browser.send(calls.listLateLoans, { most: 500 }, { brand: visit.brand });
    const [first, ...more] = data.rows.map(({ orderId }) => orderId as string);
    await callForeign(visit, first === undefined ? [] : [first, ...more]);
    const contactId = [...shown.keys()].find((id) => shown.get(id)?.staffId !== visit.collector.member.id);
    for (const id of [randomUUID(), ...(contactId ? [contactId] : [])])
      await mustFail(
        visit,
        calls.reportOutcome,
        { contactId: id, outcome: 'reached', note: '' },
        'noOpenCall',
      );
    if (first === undefined) return;
    const pick = () => chance.pick([first, ...more]);
    await peek(visit, pick());
    if (open.has(visit.collector.member.id)) {
      await mustFail(visit, calls.startCall, { orderId: pick() }, 'outcomeFirst');
      await report(visit, 'busy');
    }
    // On and on: beyond the cap of a day, and after what was said in the third call.
    const orderId = pick();
    for (let tries = 0; tries < 5; tries += 1) {
      if (!(await dial(visit, orderId))) continue;
      const outcome = tries === 2 ? (firstOutcomes.shift() ?? chance.pick(lastOutcomes)) : 'noAnswer';
      if (!outcome) return;
      await report(visit, outcome);
    }
    if (chance.happens(0.15)) await callStopped(visit, pick());
  }

  /**
   * Days pass for attempts, stops, objections, promises and readings too, which the machine's moment dates:
   * else every cap would hold for one day.
   */
  async function pass(days: number): Promise<void> {
    const moved = {
      contact: ['started_at', 'outcome_at'],
      contact_stop: ['since', 'until', 'ended_at'],
      complaint: ['created_at', 'answered_at'],
      payment_promise: ['promised_at'],
      staff_read: ['at'],
    };
    await asOwner(cluster, database, async (owner) => {
      await owner.query('begin; set local session_replication_role = replica');
      for (const [table, columns] of Object.entries(moved))
        await owner.query(
          `update ${table} set ${columns.map((name) => `${name} = ${name} - $1 * interval '1 day'`).join()}`,
          [days],
        );
      await owner.query('update contact set on_day = (started_at at time zone zone)::date');
      await owner.query('commit');
    });
  }

  return {
    shown,
    counts,
    pass,
    /** One collector sits down for an hour of this day, where a loan is late. */
    async visit(today: LocalDate, borrowers: readonly Borrower[]): Promise<void> {
      const { rows } = await db.query<{ brand: string }>(
        `select distinct brand from loan_order where status = 'overdue' order by brand`,
      );
      const [first, ...more] = rows.map((row) => row.brand);
      if (first === undefined) return;
      const brand = chance.pick([first, ...more]);
      const [one = collectors[0], ...others] = collectors.filter(({ brands: own }) => own.includes(brand));
      const collector = chance.pick([one, ...others]);
      for (const borrower of borrowers) for (const orderId of borrower.orders) owners.set(orderId, borrower);
      // The messages of today went out at the hour of the machine: they come before this visit.
      await pass(1);
      sitDown(chance.pick(hours));
      try {
        if (collector.isAgency) await assign(today);
        const browser = await signInAgain(hiram, collector.member);
        await work({ collector, browser, brand, today });
      } finally {
        sat = undefined;
      }
    },
    /** Answers requests to pay in parts by a proposal that leaves some days to accept it. */
    async answerRequests(today: LocalDate): Promise<void> {
      const { rows } = await db.query<{ order_id: string; brand: string; parts: number }>(
        `select order_id, brand, cardinality(days) as parts from arrangement
         where state = 'requested' and closed_at is null order by order_id`,
      );
      for (const { order_id: orderId, brand, parts } of rows) {
        const days = Array.from({ length: parts }, (_, at) => addDays(today, 7 + at * 15));
        const code = await performed(people.cashier, arrangeLoan, { orderId, days }, brand);
        count(`proposed ${code}`.trim());
      }
    },
    /** Judges promises again now, not half a minute after the money came. */
    async judge(today: LocalDate): Promise<void> {
      const due = `select from payment_promise where state <> 'kept' and due_on < $1 limit 1`;
      if ((await db.query(due, [today])).rowCount) await runLocalWork(hiram.server.appContext);
    },
    stop: () => hiram.stop(),
  };
}
