import { listApprovals } from '@hiram/contract/console/approval';
import { listJournals } from '@hiram/contract/console/books';
import { listLateLoans, showTeam } from '@hiram/contract/console/collections';
import { listComplaints } from '@hiram/contract/console/complaint';
import { listDecisions } from '@hiram/contract/console/decision';
import { listFeedAccess } from '@hiram/contract/console/feed';
import { showFunnel } from '@hiram/contract/console/funnel';
import {
  listHeldPayments,
  listMessages,
  listStatementLines,
  listTransfers,
} from '@hiram/contract/console/money-in';
import { listPayouts, listRefundsDue } from '@hiram/contract/console/money-out';
import { listHits } from '@hiram/contract/console/officer';
import { listPolicies } from '@hiram/contract/console/policy';
import { listPortfolioLoans } from '@hiram/contract/console/portfolio';
import { listDifferences } from '@hiram/contract/console/reconcile';
import { type ShippedRole, shippedRoles } from '@hiram/contract/console/rights';
import { me } from '@hiram/contract/console/session';
import type { StaffCall } from '@hiram/contract/console/staff-call';
import { listTrail } from '@hiram/contract/console/trail';
import { countWork } from '@hiram/contract/console/work';
import { sandboxFill } from '@hiram/contract/sandbox';
import { beforeAll, expect, test } from 'vitest';
import { consoleUrl } from '../../../test/support/console/console.ts';
import { runHiram } from '../../../test/support/processes/run-hiram.ts';
import { everyBrand } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { runBooks } from '../../lending/books/run-books.ts';
import { signedIn } from './calls.ts';
import { askForRent } from './console-work.ts';

const hiram = setUpHiram(process.env.VERIFY ? everyBrand : {});
beforeAll(async () => {
  await hiram.refuseUnnamed();
});

test('hiram sandbox fill says in a line that no sandbox runs', async () => {
  expect(await runHiram(['sandbox', 'fill', '--url', 'http://127.0.0.1:2'], {})).toMatchObject({
    code: 1,
    output: 'no sandbox answers at http://127.0.0.1:2: start it with npm start\n',
  });
});

test('the connection of a press that takes minutes is not closed [T1644]', () => {
  expect(hiram.server.app.server.timeout).toBeGreaterThanOrEqual(600_000);
});

/** The operators' command makes the call of the console's button. `npm run verify` fills every brand. */
const brands = process.env.VERIFY ? ['spec', 'ph', 'in', 'id'] : ['spec'];

/** Fills a brand: by the operators' command, or as the console's button does. */
async function fill(brand: string): Promise<void> {
  if (brand === 'spec') {
    const filled = await runHiram(['sandbox', 'fill', '--brand', 'spec', '--url', hiram.origin], {});
    expect([filled.code, filled.output]).toEqual([0, expect.stringMatching(/^Made 60 borrowers, /)]);
  } else
    expect(await hiram.send(sandboxFill, {}, { appName: brand })).toMatchObject({
      success: true,
      data: { borrowers: 60 },
    });
}

test.each(brands)(
  'one press fills %s with borrowers in every state and all that waits for the staff [T2712]',
  async (brand) => {
    await fill(brand);
    const { db } = hiram.server.appContext;
    // A held payment is as large as what was asked for.
    const held = await db
      .selectFrom('payment')
      .innerJoin('payment_code', 'payment_code.id', 'payment.code_id')
      .select(['payment.amount as paid', 'payment_code.amount as asked'])
      .where('payment.state', '=', 'held')
      .execute();
    expect(held.length).toBeGreaterThan(0);
    expect(held.filter(({ paid, asked }) => paid !== asked)).toEqual([]);
    const tasks = await db
      .selectFrom('task')
      .select('kind')
      .distinct()
      .where('brand', 'in', [brand, '*'])
      .where('closed_at', 'is', null)
      .execute();
    expect(tasks.map(({ kind }) => kind).sort()).toEqual(
      expect.arrayContaining([
        'application',
        'approval',
        'complaint',
        'erasure',
        'heldPayment',
        'heldPayout',
        'payout',
        'refund',
        'transfer',
        'unknownPayment',
      ]),
    );
    const { timeZone } = hiram.server.appContext.brands.get(brand) ?? expect.fail();
    const today = await hiram.server.appContext.clock.today(db, timeZone);
    const pages: readonly (readonly [ShippedRole, StaffCall, object])[] = [
      ['support', listComplaints.page, { list: 'open' }],
      ['reviewer', listDecisions.page, {}],
      ['cashier', listTransfers, {}],
      ['cashier', listHeldPayments, {}],
      ['cashier', listMessages, { outcome: 'unknown' }],
      ['cashier', listStatementLines, {}],
      ['controller', listPayouts.page, { list: 'held' }],
      ['controller', listPayouts.page, { list: 'paid' }],
      ['controller', listPayouts.page, { list: 'returned' }],
      ['cashier', listRefundsDue.page, {}],
      ...(['admin', 'controller', 'risk'] as const).map(
        (role) => [role, listApprovals, { state: 'forMe' }] as const,
      ),
      ...(['cashier', 'officer'] as const).map((role) => [role, listApprovals, { state: 'mine' }] as const),
      ['controller', listDifferences, { state: 'open' }],
      ['controller', listJournals, { on: today }],
      ['controller', listPortfolioLoans, { late: 'late1' }],
      // Its person works for one agency, in the brand that is filled first.
      ...(brand === brands[0] ? ([['agency', listLateLoans, {}]] as const) : []),
      ['admin', listFeedAccess, {}],
      ['marketer', showFunnel, {}],
      ['officer', listTrail, { kind: 'all' }],
      ['officer', listHits.page, {}],
      ['reviewer', listHits.page, {}],
      // At night, where nobody may be called, it has the refused attempts.
      ['controller', showTeam, {}],
    ];
    const empty: string[] = [];
    for (const [role, call, input] of pages) {
      const person = await signedIn(consoleUrl(hiram), brand, { role });
      const answer: object = await person.ask(call, input as never);
      const lists = Object.values(answer).filter(Array.isArray);
      if (!lists.some((list) => list.length > 0)) empty.push(`${call.name} ${JSON.stringify(input)}`);
    }
    expect(empty).toEqual([]);
    // Late loans of every age, whose borrowers were called and broke promises.
    const collector = await signedIn(consoleUrl(hiram), brand, { role: 'collector' });
    const { rows } = await collector.ask(listLateLoans, { whose: 'all' });
    expect(new Set(rows.map(({ daysLate }) => daysLate)).size).toBeGreaterThan(9);
    expect(new Set(rows.map(({ due }) => due)).size).toBeGreaterThan(9);
    const promises = db.selectFrom('payment_promise').select('state').distinct().where('brand', '=', brand);
    expect((await promises.execute()).map(({ state }) => state).sort()).toEqual(['broken', 'open']);
    const marketer = await signedIn(consoleUrl(hiram), brand, { role: 'marketer' });
    const { total, codes } = await marketer.ask(showFunnel, {});
    // Visitors end at each step before a loan, and their codes are those of the last hour.
    expect(total).toMatchObject({ visits: 24, clicks: 12, codes: 6, registered: 3, firstLoans: 0 });
    expect(codes.purposes.find(({ purpose }) => purpose === 'register')?.sent).toBe(6);
    const risk = await signedIn(consoleUrl(hiram), brand, { role: 'risk' });
    expect((await risk.ask(listPolicies, {})).versions).toMatchObject([
      { state: 'checked' },
      { state: 'active' },
    ]);
    for (const role of shippedRoles) {
      const person = await signedIn(consoleUrl(hiram), brand, { role });
      const { rights } = await person.ask(me, {});
      if (!rights.some(({ right }) => right === 'work.read')) continue;
      const { parts } = await person.ask(countWork, { part: 'open' });
      expect([role, parts.open > 0]).toEqual([role, true]);
    }
  },
);

test('each filling asks for a rent of its own: the same request cannot wait twice [T1333]', async () => {
  const { appContext } = hiram.server;
  const brand = appContext.brands.get('spec') ?? expect.fail();
  await runBooks(appContext, brand, await appContext.clock.today(appContext.db, brand.timeZone));
  for (let fills = 1; fills <= 2; fills += 1)
    await askForRent({ appContext, brand, borrowers: new Map() }, consoleUrl(hiram));
});

test('presses beside each other fill a brand again, and another one [T1334] @verify', async () => {
  const filled = await Promise.all(
    ['spec', 'spec', 'ph'].map((appName) => hiram.send(sandboxFill, {}, { appName })),
  );
  expect(filled.map(({ data }) => data.borrowers)).toEqual([60, 60, 60]);
});
