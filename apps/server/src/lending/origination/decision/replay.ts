import { setImmediate as otherWork } from 'node:timers/promises';
import type { ReplayReport } from '@hiram/contract/console/policy';
import { type Decision, decide, type Policy } from '@hiram/decision';
import { changedParts, withPart } from '@hiram/decision/parts';
import { inForce, type LoanEvent, type LocalDate, localDate, position } from '@hiram/loan';
import { sql } from 'kysely';
import type { Brand } from '../../../brands/brand.ts';
import { placeName } from '../../../brands/markets/geography.ts';
import { markets } from '../../../brands/markets/markets.ts';
import type { AppContext } from '../../../context/app-context.ts';
import type { Db } from '../../../platform/database/connection/connect.ts';
import { eventsOfOrders, type Order } from '../../loans/order-store.ts';
import { worstDaysLate } from './history-facts.ts';
import { type DecisionInputs, readInputs, readResult, type StoredResult } from './runs.ts';

type ReplayedLoans = ReplayReport['loans'][number];
/** The outcome under a draft with a loan that was paid out. */
type LoanOutcome = ReplayedLoans['outcome'];
type ReplayedGroup = ReplayReport['groups'][number];

type Keys = Pick<AppContext, 'cipher' | 'matcher' | 'clock'>;

const batchSize = 500;
/** Decisions that are made before other requests have their turn. */
const atOnce = 50;
/** Places of a difference that are tried alone. */
const maxAlone = 12;
/** A group of fewer applications is compared with no other. */
const minCompared = 30;
const parDays = 30;

/** An application with both decisions. */
interface Replayed {
  readonly order: Order;
  readonly inputs: DecisionInputs;
  readonly before: Before;
  readonly after: Decision;
  readonly region: string;
  /** The decision with each change of the draft alone, in the order of the changes. */
  readonly alone: readonly Decision[];
}

type Before = Pick<StoredResult, 'outcome' | 'offered'>;

/** The policies of a replay. Without `from` the draft is compared with what was decided. */
interface Compared {
  readonly draft: Policy;
  readonly from?: Policy | undefined;
}

/**
 * Decides the `last` newest applications of a brand again with `draft`, each from the facts that it was
 * decided with, and compares them with what `from` decides. It stores nothing. Ages and regions are counted,
 * never facts.
 */
export async function replayPolicy(
  db: Db,
  keys: Keys,
  brand: Brand,
  { draft, from, last }: Compared & { readonly last: number },
): Promise<ReplayReport> {
  const today = await keys.clock.today(db, brand.timeZone);
  const changes = from ? changedParts(from, draft) : [];
  const tried = from && changes.length <= maxAlone ? changes : [];
  const policies = { draft, from, alone: from ? tried.map((change) => withPart(from, change)) : [] };
  const counts = new ReplayCounts(tried.map(({ place }) => place));
  let after: string | undefined;
  for (let left = last; left > 0; ) {
    const runs = await readRuns(db, brand.id, after, Math.min(batchSize, left));
    if (runs.length === 0) break;
    const batch = await replayBatch(db, keys, brand, { policies, runs });
    for (const replayed of batch) counts.add(replayed);
    for (const loan of await loansOf(db, batch, today)) counts.addLoan(loan);
    left -= runs.length;
    after = runs.at(-1)?.run_id;
  }
  return counts.report();
}

/** The newest decision of each order before the run `after`, newest first, with its order. */
function readRuns(db: Db, brand: string, after: string | undefined, limit: number) {
  return (
    db
      .selectFrom('decision_run')
      .innerJoin('loan_order', (join) =>
        join
          .onRef('loan_order.borrower_id', '=', 'decision_run.borrower_id')
          .onRef('loan_order.id', '=', 'decision_run.order_id'),
      )
      .selectAll('loan_order')
      .select(['decision_run.id as run_id', 'facts_encrypted', 'facts_digest', 'result'])
      .where('decision_run.brand', '=', brand)
      .where('decision_run.kind', '=', 'active')
      .$if(after !== undefined, (query) => query.where('decision_run.id', '<', after ?? ''))
      // An order that a person decided later was evaluated again: it counts once.
      .where(sql<boolean>`not exists (select from decision_run later where later.borrower_id = decision_run.borrower_id
      and later.order_id = decision_run.order_id and later.kind = 'active' and later.id > decision_run.id)`)
      .orderBy('decision_run.id', 'desc')
      .limit(limit)
      .execute()
  );
}

interface Batch {
  readonly policies: Compared & { readonly alone: readonly Policy[] };
  readonly runs: Awaited<ReturnType<typeof readRuns>>;
}

async function replayBatch(
  db: Db,
  keys: Keys,
  brand: Brand,
  { policies: { draft, from, alone }, runs }: Batch,
): Promise<readonly Replayed[]> {
  const regions = await regionsOf(
    db,
    keys,
    brand,
    runs.map(({ borrower_id }) => borrower_id),
  );
  const replayed: Replayed[] = [];
  for (const [index, run] of runs.entries()) {
    if (index % atOnce === 0) await otherWork();
    const inputs = readInputs(keys, run);
    const { facts, offer } = inputs;
    replayed.push({
      order: run,
      inputs,
      before: from ? decide(from, facts, offer) : readResult(run.result),
      after: decide(draft, facts, offer),
      region: regions.get(run.borrower_id) ?? '',
      alone: alone.map((policy) => decide(policy, facts, offer)),
    });
  }
  return replayed;
}

/** The province or state of each borrower's certified address, by the place that the form asks for. */
async function regionsOf(db: Db, { cipher }: Keys, brand: Brand, borrowers: readonly Order['borrower_id'][]) {
  const codes = Object.values(brand.forms).flatMap(({ items }) =>
    items.flatMap(({ cate, code }) => (cate === 'citySelect' ? [code] : [])),
  );
  const { country } = markets[brand.market];
  const rows = await db
    .selectFrom('borrower_profile')
    .select(['borrower_id', 'encrypted'])
    .where('borrower_id', 'in', [...new Set(borrowers)])
    .where('data_group', '=', 'personal')
    .execute();
  return new Map(
    rows.map(({ borrower_id, encrypted }) => {
      const values: Record<string, unknown> = JSON.parse(cipher.decrypt(encrypted));
      const place = codes.map((code) => values[code]).find((value) => typeof value === 'string');
      const name = typeof place === 'string' ? placeName(country, place) : undefined;
      return [borrower_id, name?.split(', ').at(-1) ?? ''];
    }),
  );
}

interface ReplayedLoan {
  readonly outcome: LoanOutcome;
  readonly lent: number;
  readonly daysLate: number;
  readonly isFirstMissed: boolean;
}

function outcomeOf({ before, after, order }: Replayed): LoanOutcome {
  if (after.outcome === 'refuse') return 'rejected';
  const lent = Math.min(order.amount, before.offered?.amount ?? order.amount);
  return (after.offered?.amount ?? 0) < lent ? 'smaller' : 'unchanged';
}

/** The course of the loans of a batch that were paid out. */
async function loansOf(
  db: Db,
  batch: readonly Replayed[],
  today: LocalDate,
): Promise<readonly ReplayedLoan[]> {
  const paidOut = batch.filter(({ order }) => order.disbursed_on !== null);
  if (paidOut.length === 0) return [];
  const eventsOf = await eventsOfOrders(
    db,
    paidOut.map(({ order }) => order),
  );
  return paidOut.map((replayed) => {
    const { order } = replayed;
    const events = eventsOf.get(order.id) ?? [];
    const until = order.settled_on === null ? today : localDate(order.settled_on);
    return {
      outcome: outcomeOf(replayed),
      lent: order.amount,
      daysLate: worstDaysLate(order.terms, events, until),
      isFirstMissed: isFirstMissed(order, events, until),
    };
  });
}

/** Reports whether the first repayment was not paid within 30 days after its day. */
function isFirstMissed({ terms }: Order, events: readonly LoanEvent[], until: LocalDate): boolean {
  const counted = inForce(events);
  if (counted[0]?.kind !== 'disbursed') return false;
  const days = counted.slice(1).map(({ valueDate }, index) => ({ day: valueDate, before: index + 1 }));
  return [...days, { day: until, before: counted.length }].some(({ day, before }) => {
    const [first] = position(terms, counted.slice(0, before), day).instalments;
    return first !== undefined && first.daysLate > parDays;
  });
}

const isApproved = ({ outcome }: Pick<Decision, 'outcome'>) => outcome === 'approve' || outcome === 'counter';
const offeredIn = (result: Pick<Decision, 'outcome' | 'offered'>) =>
  isApproved(result) ? (result.offered?.amount ?? 0) : 0;

function ageBand(age: unknown): string {
  if (typeof age !== 'number') return '';
  const from = Math.min(65, Math.max(18, Math.floor((age + 5) / 10) * 10 - 5));
  return from === 65
    ? '65 and older'
    : `${from === 18 || age < 25 ? 18 : from} to ${age < 25 ? 24 : from + 9}`;
}

const isOther = (before: Before, after: Before) =>
  before.outcome !== after.outcome || before.offered?.amount !== after.offered?.amount;

type GroupCount = Pick<ReplayedGroup, 'applications' | 'active' | 'draft'>;
const groupings = ['product', 'age', 'region', 'client'] as const;

/**
 * The names of the groups whose share of approvals by the draft is below four fifths of the best group's. Groups of fewer than 30
 * applications are compared with no other.
 */
export function belowFourFifths(
  groups: readonly (readonly [name: string, GroupCount])[],
): ReadonlySet<string> {
  const compared = groups.filter(([, { applications }]) => applications >= minCompared);
  // Compared as whole numbers: five times a share against four times the best one.
  const [, best] = compared.reduce<readonly [string, GroupCount]>(
    (most, group) =>
      group[1].draft * most[1].applications > most[1].draft * group[1].applications ? group : most,
    ['', { applications: 1, active: 0, draft: 0 }],
  );
  return new Set(
    compared
      .filter(([, { applications, draft }]) => 5 * draft * best.applications < 4 * best.draft * applications)
      .map(([name]) => name),
  );
}

class ReplayCounts {
  private replayed = 0;
  private readonly alone: { readonly place: string; changed: number }[];
  private readonly matrix = new Map<string, number>();
  private readonly offered = { active: 0, draft: 0 };
  private readonly loans = new Map<LoanOutcome, ReplayedLoans>(
    (['rejected', 'smaller', 'unchanged'] as const).map((outcome) => [
      outcome,
      { outcome, loans: 0, lent: 0, par30: 0, firstMissed: 0 },
    ]),
  );
  private readonly groups = new Map(groupings.map((by) => [by, new Map<string, GroupCount>()]));

  constructor(places: readonly string[]) {
    this.alone = places.map((place) => ({ place, changed: 0 }));
  }

  add({ before, after, inputs, order, region, alone }: Replayed): void {
    this.replayed += 1;
    for (const [index, decision] of alone.entries()) {
      const count = this.alone[index];
      if (count && isOther(before, decision)) count.changed += 1;
    }
    const cell = `${before.outcome} ${after.outcome}`;
    this.matrix.set(cell, (this.matrix.get(cell) ?? 0) + 1);
    this.offered.active += offeredIn(before);
    this.offered.draft += offeredIn(after);
    const names = {
      product: String(inputs.facts['loan.product'] ?? ''),
      age: ageBand(inputs.facts['applicant.age']),
      region,
      client: order.client_kind,
    };
    for (const [by, groups] of this.groups) {
      const group = groups.get(names[by]) ?? { applications: 0, active: 0, draft: 0 };
      group.applications += 1;
      group.active += isApproved(before) ? 1 : 0;
      group.draft += isApproved(after) ? 1 : 0;
      groups.set(names[by], group);
    }
  }

  addLoan({ outcome, lent, daysLate, isFirstMissed: missed }: ReplayedLoan): void {
    const sum = this.loans.get(outcome);
    if (!sum) return;
    sum.loans += 1;
    sum.lent += lent;
    if (daysLate > parDays) sum.par30 += 1;
    if (missed) sum.firstMissed += 1;
  }

  report(): ReplayReport {
    return {
      replayed: this.replayed,
      matrix: [...this.matrix].sort().map(([cell, count]) => {
        const [active = '', draft = ''] = cell.split(' ');
        return { active, draft, count };
      }),
      offered: { ...this.offered },
      loans: [...this.loans.values()],
      groups: groupings.flatMap((by) => this.groupsBy(by)),
      alone: this.alone.map((count) => ({ ...count })),
    };
  }

  private groupsBy(by: ReplayedGroup['by']): readonly ReplayedGroup[] {
    const groups = [...(this.groups.get(by) ?? [])].filter(([name]) => name !== '').sort();
    const below = by === 'age' || by === 'region' ? belowFourFifths(groups) : new Set();
    return groups.map(([name, count]) => ({ by, name, ...count, isBelow: below.has(name) }));
  }
}
