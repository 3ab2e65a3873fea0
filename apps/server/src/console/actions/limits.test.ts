import { localDate } from '@hiram/loan';
import { beforeEach, expect, test } from 'vitest';
import { type StaffMember, staffMember } from '../../../test/support/console/console.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { actAs } from '../../platform/database/actor.ts';
import { isRejection, reject } from '../../platform/errors/rejection.ts';
import { authorityOf, verdictOf } from '../access/rights.ts';
import { type Action, effectDigest } from './action.ts';
import { doWithinLimit } from './request.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph' });
let cashier: StaffMember;
/** The amounts that the test's action moved, in cents. */
let moved: number[] = [];
// Each test has a person who did nothing yet, and no limit of an earlier one.
beforeEach(async () => {
  moved = [];
  cashier = await staffMember(hiram, 'cashier', 'officer ph');
  await hiram.owner.deleteFrom('authority').where('action', '=', move.name).execute();
  await hiram.owner
    .deleteFrom('authority')
    .where('brand', '=', 'id')
    .where('role', '=', 'reviewer')
    .execute();
});

/** An action with an amount that costs the lender nothing, with a name that no shipped role of the test has. */
const move: Action<{ amount: number }, 'tooSmall'> = {
  name: 'decision.requestCorrections',
  right: 'decision.decide',
  approvalRight: 'decision.approveRequest',
  lock: async () => undefined,
  preview: async (_scope, { amount }) =>
    amount === 0
      ? reject('tooSmall')
      : {
          subject: 'test',
          subjectId: '1',
          amount,
          lines: [{ label: 'moved', before: '0', after: `${amount}` }],
        },
  perform: async (_scope, { amount }) => {
    moved.push(amount);
  },
};

async function moveAlone(amount: number, day = '2026-11-22', digest?: string) {
  const { appContext } = hiram.server;
  const authority = await authorityOf(appContext, cashier.id, move.name, 'ph');
  if (!authority) return 'no limit';
  const request = { amount };
  const scope = {
    db: appContext.db,
    brand: 'ph',
    now: appContext.clock.now(),
    today: localDate(day),
    appContext,
  };
  const effect = await move.preview(scope, request);
  const shown = isRejection(effect) ? '' : effectDigest(move, 'ph', request, effect).toString('hex');
  const asked = {
    request,
    digest: digest ?? shown,
    reason: 'a test',
    staffId: cashier.id,
    token: cashier.browser.cookie,
    authority,
  };
  const result = await actAs('a test', () => doWithinLimit(move, scope, asked));
  return isRejection(result) ? result.rejected : 'done';
}

const setLimit = (
  row: { max_per_item?: number; max_per_day?: number; second_person_from?: number },
  role = 'cashier',
  brand = '*',
) =>
  hiram.owner
    .insertInto('authority')
    .values({ role, action: move.name, brand, ...row })
    .onConflict((conflict) =>
      conflict.columns(['role', 'action', 'brand']).doUpdateSet({
        max_per_item: row.max_per_item ?? null,
        max_per_day: row.max_per_day ?? null,
        second_person_from: row.second_person_from ?? null,
      }),
    )
    .execute();

test('one person acts alone up to the amount from which a second one is needed, to the cent [T315]', async () => {
  expect(await moveAlone(1)).toBe('no limit');
  await setLimit({ max_per_item: 50_000, max_per_day: 120_000, second_person_from: 30_000 });
  moved = [];
  expect(await moveAlone(29_999)).toBe('done');
  expect(await moveAlone(30_000)).toBe('needsSecondPerson');
  expect(await moveAlone(0)).toBe('tooSmall');
  expect(await moveAlone(1_000, '2026-11-22', '00')).toBe('changed');
  expect(moved).toEqual([29_999]);
  const rows = await hiram.owner
    .selectFrom('approval')
    .select(['amount', 'state', 'within_limit', 'approved_by', 'requested_by'])
    .where('requested_by', '=', cashier.id)
    .execute();
  expect(rows).toEqual([
    { amount: 29_999, state: 'done', within_limit: true, approved_by: null, requested_by: cashier.id },
  ]);
});

test('the limit of a day holds for actions at once, and starts again on the next day', async () => {
  await setLimit({ max_per_item: 29_999, max_per_day: 100_000, second_person_from: 30_000 });
  moved = [];
  const day = '2026-11-24';
  const answers = await Promise.all(Array.from({ length: 6 }, () => moveAlone(25_000, day)));
  expect(answers.filter((answer) => answer === 'done').length).toBe(4);
  expect(answers.filter((answer) => answer === 'needsSecondPerson').length).toBe(2);
  expect(await moveAlone(1, day)).toBe('needsSecondPerson');
  expect(await moveAlone(1, '2026-11-25')).toBe('done');
  expect(moved.reduce((sum, amount) => sum + amount, 0)).toBe(100_001);
});

test('a brand’s own limit replaces the one of all brands, and each role keeps its own limits [T830]', async () => {
  await setLimit({ max_per_item: 29_999 });
  await setLimit({ max_per_item: 10, second_person_from: 5 }, 'cashier', 'ph');
  const limitsIn = async (brand: string) =>
    (await authorityOf(hiram.server.appContext, cashier.id, move.name, brand))?.limits;
  const own = { maxPerItem: 10, maxPerDay: undefined, secondPersonFrom: 5 };
  expect(await limitsIn('ph')).toEqual([own]);
  expect(await limitsIn('spec')).toMatchObject([{ maxPerItem: 29_999 }]);
  await setLimit({ max_per_item: 20 }, 'officer');
  expect(await limitsIn('ph')).toHaveLength(2);
  expect(await limitsIn('ph')).toContainEqual(own);
  const both = await staffMember(hiram, 'cashier', 'controller');
  const { maxCostPerDay } = (await authorityOf(hiram.server.appContext, both.id, 'loan.waive', 'spec')) ?? {};
  expect(maxCostPerDay).toBe(2_000_000);
});

test('a brand’s currency has limits of its own, which the brand’s own row replaces [T876]', async () => {
  const { db } = hiram.server.appContext;
  const brands = new Map((['ph', 'in', 'id'] as const).map((id) => [id as string, { market: id }]));
  const reviewer = await staffMember(hiram, 'reviewer');
  const approving = (brand: string) => authorityOf({ db, brands }, reviewer.id, 'decision.approve', brand);
  // Twenty thousand pesos, thirty thousand rupees, five million rupiah.
  expect([await approving('ph'), await approving('in'), await approving('id')]).toMatchObject([
    { limits: [{ secondPersonFrom: 2_000_000 }] },
    { limits: [{ secondPersonFrom: 3_000_000 }] },
    { limits: [{ secondPersonFrom: 500_000_000 }] },
  ]);
  // An ordinary loan of Rp2.900.000 waits for nobody.
  const wanted = { amount: 290_000_000, cost: 0, needsTwo: false, doneToday: { amount: 0, cost: 0 } };
  expect(verdictOf((await approving('id'))!, wanted).verdict).toBe('alone');
  const own = { role: 'reviewer', action: 'decision.approve', brand: 'id', second_person_from: 1 };
  await hiram.owner.insertInto('authority').values(own).execute();
  expect(await approving('id')).toMatchObject({ limits: [{ secondPersonFrom: 1 }] });
});

test('beyond a day’s limit a second person is asked if one may approve the action, else nobody [T2132]', () => {
  const verdict = (secondPersonFrom: number | undefined) => {
    const limits = [{ maxPerItem: undefined, maxPerDay: 150, secondPersonFrom }];
    const wanted = { amount: 51, cost: 0, needsTwo: false, doneToday: { amount: 100, cost: 0 } };
    return verdictOf({ limits, maxCostPerDay: 0 }, wanted).verdict;
  };
  expect([verdict(100), verdict(undefined)]).toEqual(['secondPerson', 'overLimit']);
});

test('limits count cents: one over is over, and zero for a second person means always', () => {
  const verdict = (
    limit: { maxPerItem?: number; maxPerDay?: number; secondPersonFrom?: number },
    amount: number,
    amountToday = 0,
  ) =>
    verdictOf(
      {
        limits: [{ maxPerItem: undefined, maxPerDay: undefined, secondPersonFrom: undefined, ...limit }],
        maxCostPerDay: 0,
      },
      { amount, cost: 0, needsTwo: false, doneToday: { amount: amountToday, cost: 0 } },
    ).verdict;
  const limit = { maxPerItem: 100, maxPerDay: 150 };
  expect([verdict(limit, 100, 50), verdict(limit, 101), verdict(limit, 100, 51)]).toEqual([
    'alone',
    'overLimit',
    'overLimit',
  ]);
  // What a second person decides does not count in the day of the one who asks.
  expect([
    verdict({ maxPerDay: 150, secondPersonFrom: 0 }, 151),
    verdict({ secondPersonFrom: 0 }, 0),
  ]).toEqual(['secondPerson', 'secondPerson']);
  expect(verdict({}, 1e15)).toBe('alone');
});

test('a second role widens no limit, and what costs too much in a day needs two persons [T831]', () => {
  const cashierOf = { maxPerItem: 500, maxPerDay: 200, secondPersonFrom: 30 };
  const controllerOf = { maxPerItem: undefined, maxPerDay: undefined, secondPersonFrom: 0 };
  const both = { limits: [cashierOf, controllerOf], maxCostPerDay: 100 };
  const verdict = (amount: number, doneToday: number, cost = 0, costToday = 0, needsTwo = false) =>
    verdictOf(both, { amount, cost, needsTwo, doneToday: { amount: doneToday, cost: costToday } }).verdict;
  expect([verdict(29, 171), verdict(29, 172), verdict(30, 0), verdict(501, 0)]).toEqual([
    'alone',
    'secondPerson',
    'secondPerson',
    'secondPerson',
  ]);
  expect([verdict(29, 0, 29, 71), verdict(29, 0, 29, 72), verdict(29, 0, 0, 100)]).toEqual([
    'alone',
    'secondPerson',
    'alone',
  ]);
  expect(verdict(1, 0, 0, 0, true)).toBe('secondPerson');
});
