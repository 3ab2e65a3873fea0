import { randomUUID } from 'node:crypto';
import { asId } from '@hiram/contract/ids';
import { loanDetails } from '@hiram/contract/order';
import { type CheckMode, type CheckService, sandboxSetCheck } from '@hiram/contract/sandbox';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { applicant, applyFor } from '../../../test/support/borrowers/sign-up.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { actAs } from '../../platform/database/actor.ts';
import type { BureauQuestion, BureauReport } from '../../providers/ports/bureau.ts';
import { policyOn } from '../review/evidence.ts';
import { screeningState } from '../screening/screen.ts';
import { askChecks } from './ask-checks.ts';

const lines: string[] = [];
const hiram = setUpHiram(
  { BRAND: 'spec', LOG_LEVEL: 'info' },
  { logTo: { write: (line) => void lines.push(line) } },
);
beforeEach(async () => {
  await set('bureau', 'behaves');
  await set('screening', 'behaves');
});

const app = () => hiram.server.appContext;
const set = async (service: CheckService, mode: CheckMode) => {
  expect((await hiram.send(sandboxSetCheck, { service, mode })).success).toBe(true);
};
const orderOf = ({ orderId }: DemoBorrower) =>
  app().db.selectFrom('loan_order').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
const statusOf = async (borrower: DemoBorrower) =>
  (await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context)).data.orderStatus;
const decided = (borrower: DemoBorrower) =>
  hiram.until(
    () => statusOf(borrower),
    (status) => status === 151,
  );
async function factsOf(borrower: DemoBorrower) {
  const { inputs } = await policyOn(app().db, app(), await orderOf(borrower));
  return Object.fromEntries(Object.entries(inputs.facts).filter(([name]) => name.startsWith('bureau.')));
}
const reportsOf = async (borrower: DemoBorrower) =>
  app()
    .db.selectFrom('bureau_report')
    .selectAll()
    .where('borrower_id', '=', (await orderOf(borrower)).borrower_id)
    .execute();
/** Asks again, as a repeated job does. */
const askAgain = async (borrower: DemoBorrower, context = app()) => {
  const order = await orderOf(borrower);
  return actAs('a test', () => askChecks(context, order));
};
/** Makes the application older than the time for which a silent service is asked. */
const makeOld = (borrower: DemoBorrower) =>
  sql`update loan_order set applied_at = applied_at - interval '31 minutes' where id = ${borrower.orderId}`.execute(
    hiram.owner,
  );

test('a report is asked once with one reference, kept encrypted, and used for a second application [T1464]', async () => {
  await set('bureau', 'repeats');
  const borrower = await applicant(hiram, { fullName: 'Bureau Asked Once' });
  await decided(borrower);
  expect(await factsOf(borrower)).toMatchObject({
    'bureau.found': true,
    'bureau.score': 700,
    'bureau.monthlyDebtService': 0,
  });
  const [report] = await reportsOf(borrower);
  expect(report).toMatchObject({ price: 1_500, bureau_reference: expect.stringMatching(/^CIC-/) });
  expect(report?.encrypted?.includes('700')).toBe(false);
  expect(await askAgain(borrower)).toEqual([]);
  // The order ends, so that the borrower may apply again.
  await sql`update loan_order set status = 'rejected', apply_again_on = null where id = ${borrower.orderId}`.execute(
    hiram.owner,
  );
  const second = await applyFor(hiram, borrower);
  await decided(second);
  expect(await reportsOf(second)).toHaveLength(1);
  await expect(
    sql`update bureau_report set price = 9999 where id = ${report?.id}`.execute(hiram.owner),
  ).rejects.toThrow(/was answered/);
  expect(await reportsOf(second)).toEqual([report]);
});

test('a bureau that bills twice for one question, or then differs, costs and counts once [T1845]', async () => {
  for (const mode of ['repeats', 'contradicts'] as const) {
    const borrower = await applicant(hiram, { fullName: `Bureau Billed ${mode}` });
    await decided(borrower);
    const { borrower_id } = await orderOf(borrower);
    await sql`delete from bureau_report where borrower_id = ${borrower_id}`.execute(hiram.owner);
    await set('bureau', mode);
    // Two servers have the job: both questions are with the bureau before one of its answers is stored, the first answer first.
    const heard: BureauReport[] = [];
    const ask = async (question: BureauQuestion) => {
      const report = await app().ports.bureau?.ask(question);
      if (!report) throw new Error('no bureau');
      const isFirst = heard.push(report) === 1;
      if (isFirst)
        await hiram.until(
          () => Promise.resolve(heard.length),
          (count) => count === 2,
        );
      else
        await hiram.until(
          () => reportsOf(borrower),
          ([row]) => row?.answered_at != null,
        );
      return report;
    };
    const context = { ...app(), ports: { ...app().ports, bureau: { ask } } };
    await Promise.all([askAgain(borrower, context), askAgain(borrower, context)]);
    expect(heard.map(({ price, score }) => [price, score])).toEqual(
      mode === 'repeats'
        ? [
            [1_500, 700],
            [3_000, 700],
          ]
        : [
            [1_500, 700],
            [1_500, 300],
          ],
    );
    expect(await reportsOf(borrower)).toMatchObject([{ price: 1_500 }]);
    expect(await factsOf(borrower)).toMatchObject({ 'bureau.score': 700, 'bureau.monthlyDebtService': 0 });
    // Whoever reads the bureau's bill finds the second one.
    const { id } = (await reportsOf(borrower))[0] ?? {};
    expect(
      lines.filter((line) => line.includes('answered a question twice') && line.includes(`${id}`)),
    ).toHaveLength(1);
  }
});

test('the server’s login cannot replace what a bureau answered [T1311]', async () => {
  const borrower = await applicant(hiram, { fullName: 'Bureau Answered' });
  await decided(borrower);
  const [report] = await reportsOf(borrower);
  const forged = app().cipher.encrypt(JSON.stringify({ found: true, score: 999 }));
  await expect(
    actAs('a test', () =>
      app()
        .db.updateTable('bureau_report')
        .set({ encrypted: forged })
        .where('id', '=', report?.id ?? asId(''))
        .execute(),
    ),
  ).rejects.toThrow(/was answered/);
  expect(await reportsOf(borrower)).toEqual([report]);
});

test('a bureau that lies or hangs never approves; after half an hour a person decides [T1465]', async () => {
  for (const mode of ['lies', 'hangs'] as const) {
    await set('bureau', mode);
    const borrower = await applicant(hiram, { fullName: `Bureau That ${mode}` });
    await expect(askAgain(borrower), mode).rejects.toThrow(/^bureau: /);
    expect(await statusOf(borrower)).toBe(21);
    expect(await factsOf(borrower)).toEqual({});
    await makeOld(borrower);
    expect(await askAgain(borrower)).toEqual(['bureauSilent']);
    const review = await hiram.until(
      async () => {
        await sql`update jobs.job set start_after = now() where name = 'decide' and state = 'retry'`.execute(
          app().db,
        );
        return app()
          .db.selectFrom('review')
          .select('reasons')
          .where('order_id', '=', borrower.orderId)
          .executeTakeFirst();
      },
      (found) => found !== undefined,
    );
    expect(review?.reasons).toEqual(['bureauSilent']);
  }
});

test('a silent service does not keep the others from being asked [T1748]', async () => {
  await set('bureau', 'lies');
  const borrower = await applicant(hiram, { fullName: 'Asked Beside Silence' });
  const { borrower_id } = await orderOf(borrower);
  await expect(askAgain(borrower)).rejects.toThrow(/^bureau: /);
  const { service_digest } = await app()
    .db.selectFrom('screening')
    .select('service_digest')
    .where('borrower_id', '=', borrower_id)
    .executeTakeFirstOrThrow();
  expect(service_digest).not.toBeNull();
  expect(await statusOf(borrower)).toBe(21);
});

test('only who consented is asked about, by the name and birth date as certified now', async () => {
  const borrower = await applicant(hiram, { fullName: 'Asked With Consent' });
  await decided(borrower);
  expect(await factsOf(borrower)).toMatchObject({ 'bureau.found': true });
  const order = await orderOf(borrower);
  const without = { ...order, id: asId<'order'>(randomUUID()) };
  await sql`delete from bureau_report where borrower_id = ${order.borrower_id}`.execute(hiram.owner);
  expect(await actAs('a test', () => askChecks(app(), without))).toEqual([]);
  expect(await reportsOf(borrower)).toEqual([]);
  await askAgain(borrower);
  expect(await factsOf(borrower)).toMatchObject({ 'bureau.found': true });
  const other = { birthDate: '1990-01-01', permanentAddress: true, fullCapacity: true };
  await sql`update borrower_profile set encrypted = ${app().cipher.encrypt(JSON.stringify(other))}
    where borrower_id = ${order.borrower_id} and data_group = 'personal'`.execute(hiram.owner);
  expect(await factsOf(borrower)).toEqual({});
});

test('a screening service that contradicts itself or reports a match lets no payout out [T1466]', async () => {
  for (const mode of ['contradicts', 'repeats'] as const) {
    await set('screening', mode);
    const borrower = await applicant(hiram, { fullName: `Service That ${mode}` });
    const { borrower_id } = await orderOf(borrower);
    const state = await hiram.until(
      () => screeningState(app().db, borrower_id),
      (found) => found === 'possible',
    );
    expect(state).toBe('possible');
    await askAgain(borrower);
    const hits = await app()
      .db.selectFrom('screening_hit')
      .select(['list', 'reference'])
      .where('borrower_id', '=', borrower_id)
      .execute();
    expect(hits).toEqual([{ list: 'outside', reference: 'Sanctions S-1' }]);
    await expect(
      sql`insert into payout (borrower_id, id, order_id, account_id, amount, state, provider, requested_at)
        values (${borrower_id}, ${randomUUID()}, ${borrower.orderId}, ${randomUUID()}, 100, 'requested', 'sandbox', now())`.execute(
        app().db,
      ),
    ).rejects.toThrow(/no payout to a borrower/);
  }
});

test('no log line of these services names the person', () => {
  const words = lines.join('\n');
  expect(words).toContain('bureau: ');
  expect(words).not.toMatch(/Bureau That|Service That|With Consent|1994-05-17/);
});
