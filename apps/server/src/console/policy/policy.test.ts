import {
  activatePolicy,
  checkPolicyDraft,
  findPolicyFaults,
  listPolicies,
  replayPolicy as replayPolicyCall,
  savePolicyDraft,
  showPolicy,
  showPolicyShadow,
} from '@hiram/contract/console/policy';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import {
  applicant,
  applyFor,
  certify,
  newDocument,
  signIn,
} from '../../../test/support/borrowers/sign-up.ts';
import { staffMember } from '../../../test/support/console/console.ts';
import { approveAs, submitAction } from '../../../test/support/console/console-actions.ts';
import { type DemoBorrower, startHiram } from '../../../test/support/processes/running-server.ts';
import { setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';
import { decideOrder } from '../../lending/origination/decision/decide-order.ts';
import {
  policyInEffect,
  recordActivations,
  saveFirstPolicy,
} from '../../lending/origination/decision/policies.ts';
import { replayPolicy } from '../../lending/origination/decision/replay.ts';
import { readInputs } from '../../lending/origination/decision/runs.ts';
import { actAs } from '../../platform/database/actor.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { checkDecisions } from '../../scheduler/audit/check-decisions.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph,in' });
const risk = setUpStaffMember(hiram, 'risk');
const controller = setUpStaffMember(hiram, 'controller');

const ph = { brand: 'ph' };
const spec = { brand: 'spec' };

interface PolicyJson {
  stages: {
    name: string;
    rules?: object[];
    cards?: object[];
    maxShare?: number;
    ladder?: { max: number }[];
  }[];
}

/** The policy of a brand's file with a change, as JSON. */
function policyWith(brand: string, change: (policy: PolicyJson) => void): string {
  const policy: PolicyJson = structuredClone(
    hiram.server.appContext.brands.get(brand)?.policy as unknown as PolicyJson,
  );
  change(policy);
  return JSON.stringify(policy);
}
const stageOf = (policy: PolicyJson, name: string) => {
  const stage = policy.stages.find((each) => each.name === name);
  if (!stage) throw new Error(`no stage ${name}`);
  return stage;
};
const save = (body: string, options = ph, version?: number) =>
  risk.browser.send(
    savePolicyDraft,
    { note: 'a test', body, ...(version === undefined ? {} : { version }) },
    options,
  );

async function draftOf(brand: string, change: (policy: PolicyJson) => void): Promise<number> {
  const saved = await save(policyWith(brand, change), { brand });
  expect(saved.success, saved.message).toBe(true);
  return saved.data.version;
}

async function checkedDraft(brand: string, change: (policy: PolicyJson) => void): Promise<number> {
  const version = await draftOf(brand, change);
  expect(await risk.browser.send(checkPolicyDraft, { version }, { brand })).toMatchObject({ success: true });
  return version;
}

async function activate(brand: string, version: number): Promise<void> {
  const asked = await submitAction(risk, activatePolicy, { version }, { brand });
  expect(asked).toMatchObject({ success: true, data: { state: 'waiting' } });
  expect(await approveAs(controller, asked.data.approvalId, brand)).toMatchObject({ success: true });
}

const olderThan = (years: number) => (policy: PolicyJson) => {
  stageOf(policy, 'fraud').rules?.push({
    id: 'young',
    if: { fact: 'applicant.age', op: '<', value: years },
    then: 'refer',
    reason: 'young',
    missing: 'refer',
  });
};

test('a brand with the version of its file alone lists and shows it [T1452]', async () => {
  const inIndia = { brand: 'in' };
  const { data } = await risk.browser.send(listPolicies, {}, inIndia);
  expect(data.versions).toMatchObject([{ version: 1, state: 'active', isInEffect: true }]);
  expect(data.versions[0]?.createdBy).toBeUndefined();
  const shown = await risk.browser.send(showPolicy, { version: 1 }, inIndia);
  expect(JSON.parse(shown.data.body).brand).toBe('in');
});

test('a version decides on every server from one moment on, whichever server activated it [T1415]', async () => {
  const other = await startHiram(inject('cluster'), { BRAND: 'spec,ph' }, { database: hiram.database });
  const version = await checkedDraft('spec', olderThan(60));
  await activate('spec', version);
  // The server of the approval does nothing more for it: the other one decides by the database's moment.
  const { db } = other.server.appContext;
  await hiram.until(
    () => policyInEffect(db, 'spec'),
    (found) => found.version === version,
  );
  expect((await policyInEffect(hiram.server.appContext.db, 'spec')).version).toBe(version);
  const borrower = await applicant(hiram);
  await hiram.until(
    () =>
      hiram.owner.selectFrom('review').select('reasons').where('order_id', '=', borrower.orderId).execute(),
    (found) => found.length > 0,
  );
  await actAs('system', () => inTransaction(db, (trx) => recordActivations(trx, 'spec')));
  const { versions } = (await risk.browser.send(listPolicies, {}, spec)).data;
  expect(versions.map((row) => [row.version, row.state])).toEqual([
    [2, 'active'],
    [1, 'superseded'],
  ]);
  await other.stop();
});

test('a server starts on a brand with several versions [T1453]', async () => {
  await draftOf('ph', olderThan(22));
  const other = await startHiram(inject('cluster'), { BRAND: 'spec,ph,in' }, { database: hiram.database });
  expect((await policyInEffect(other.server.appContext.db, 'ph')).version).toBe(1);
  await other.stop();
});

test('a server does not start on a version that its market’s law does not allow any more [T2405]', async () => {
  const { db, brands, clock } = hiram.server.appContext;
  const lawful = brands.get('ph');
  if (!lawful) throw new Error('no brand');
  const stored = structuredClone(lawful.policy);
  stored.stages[0].rules = [];
  const start = inTransaction(db, (trx) =>
    saveFirstPolicy(trx, { ...lawful, id: 'before-the-law', policy: stored }, clock.now()),
  );
  await expect(actAs('a test', () => start)).rejects.toThrow(
    /before-the-law, version 1: .*of the law is absent/,
  );
});

test('one person does not activate a version, nor one that is not checked [T1416]', async () => {
  const draft = await draftOf('ph', olderThan(20));
  expect(await submitAction(risk, activatePolicy, { version: draft }, ph)).toMatchObject({ success: false });
  await risk.browser.send(checkPolicyDraft, { version: draft }, ph);
  const asked = await submitAction(risk, activatePolicy, { version: draft }, ph);
  expect(asked.data.state).toBe('waiting');
  expect(await approveAs(risk, asked.data.approvalId, 'ph')).toMatchObject({ success: false });
  expect((await policyInEffect(hiram.server.appContext.db, 'ph')).version).toBe(1);
});

test('the database refuses a changed version, one without approval, and a changed decision [T1417]', async () => {
  const version = await checkedDraft('ph', olderThan(30));
  await hiram.borrower({ state: '151' }, 'ph');
  const { db } = hiram.server.appContext;
  const row = db.updateTable('decision_policy').where('brand', '=', 'ph').where('version', '=', version);
  const refused = (work: Promise<unknown>) => expect(actAs('a test', () => work)).rejects.toThrow();
  await refused(row.set({ body: '{}' }).execute());
  await refused(row.set({ state: 'granted', effective_at: sql<Date>`now()` }).execute());
  await refused(row.set({ state: 'active', effective_at: sql<Date>`now()` }).execute());
  await refused(db.deleteFrom('decision_policy').execute());
  await refused(sql`update decision_run set result = ''`.execute(hiram.owner));
  await refused(sql`delete from decision_run`.execute(hiram.owner));
  const { body, sha256 } = await db
    .selectFrom('decision_policy')
    .select(['body', 'sha256'])
    .where('brand', '=', 'ph')
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  await refused(
    db
      .insertInto('decision_policy')
      .values({
        id: sql`gen_random_uuid()` as never,
        brand: 'ph',
        version: version + 1,
        body: JSON.stringify(body),
        sha256,
        state: 'active',
        created_at: new Date(),
        effective_at: new Date(),
      })
      .execute(),
  );
});

test.each([
  [
    'a rule that can never fire',
    (policy: PolicyJson) =>
      stageOf(policy, 'bureau').rules?.push({
        id: 'never',
        if: { fact: 'bureau.score', op: 'between', value: [9, 1] },
        then: 'refer',
        reason: 'score',
        missing: 'skip',
      }),
    'stages.2.rules.0: never can never fire',
  ],
  [
    'bands that overlap',
    (policy: PolicyJson) =>
      stageOf(policy, 'scorecard').cards?.push({
        fact: 'applicant.age',
        missing: 0,
        bands: [
          { from: 18, points: 1 },
          { from: 18, points: 2 },
        ],
      }),
    'stages.3.cards.0.bands: has bands that overlap',
  ],
  [
    'a law left out',
    (policy: PolicyJson) => {
      stageOf(policy, 'law').rules = [];
    },
    'stages.0.rules: the rule adult of the law is absent',
  ],
  [
    '40,000 rules',
    (policy: PolicyJson) => {
      stageOf(policy, 'fraud').rules = new Array(40_000).fill({ id: 'x' });
    },
    'stages.1.rules',
  ],
])('a draft with %s is refused with its line [T1418]', async (_what, change, line) => {
  const refused = await save(policyWith('ph', change));
  expect(refused).toMatchObject({ success: false, field: 'body' });
  expect(refused.message).toContain(line);
});

test('a draft that is no JSON, or sets __proto__, is refused; one of 1,000 rules is kept [T1419]', async () => {
  expect(await save('{')).toMatchObject({ success: false, field: 'body' });
  expect(await save('{"__proto__":{"brand":"ph","stages":[]}}')).toMatchObject({ success: false });
  const huge = JSON.stringify({ brand: 'x'.repeat(1_100_000) });
  expect((await save(huge)).success).toBe(false);
  const version = await draftOf('ph', (policy) => {
    stageOf(policy, 'fraud').rules?.push(
      ...Array.from({ length: 990 }, (_, index) => ({
        id: `rule${index}`,
        if: { fact: 'applicant.age', op: '<', value: 18 + (index % 5) },
        then: 'refer',
        reason: 'young',
        missing: 'skip',
      })),
    );
  });
  const { data } = await risk.browser.send(showPolicy, { version }, ph);
  expect(JSON.parse(data.body).stages[1].rules.length).toBeGreaterThan(990);
});

test('an upload whose conditions nest fifty thousand deep is refused at the fourth [T1341]', async () => {
  const deep = 50_000;
  const innermost = '{"fact":"applicant.age","op":"<","value":18}';
  const body = policyWith('ph', () => {}).replace(
    '"if":{',
    `"if":${'{"all":['.repeat(deep)}${innermost}${']}'.repeat(deep)},"other":{`,
  );
  const refused = await save(body);
  expect(refused).toMatchObject({ success: false, field: 'body' });
  expect(refused.message).toContain('stages.0.rules.0.if.all.0.all.0.all.0');
});

test('the faults of a draft are found with their paths, and nothing is stored [T1435]', async () => {
  const before = (await risk.browser.send(listPolicies, {}, ph)).data.versions.length;
  const body = policyWith('ph', (policy) => {
    stageOf(policy, 'affordability').maxShare = 1_000_001;
  });
  const { data } = await risk.browser.send(findPolicyFaults, { body }, ph);
  expect(data.faults.map(({ path }) => path)).toEqual(['stages.4.maxShare']);
  const fine = await risk.browser.send(findPolicyFaults, { body: policyWith('ph', () => {}) }, ph);
  expect(fine.data.faults).toEqual([]);
  expect((await risk.browser.send(findPolicyFaults, { body: '{' }, ph)).data.faults).toHaveLength(1);
  expect((await risk.browser.send(listPolicies, {}, ph)).data.versions).toHaveLength(before);
});

test('a second person reads each changed line of the version that is to decide [T1420]', async () => {
  const version = await checkedDraft('ph', (policy) => {
    stageOf(policy, 'affordability').maxShare = 350_000;
    olderThan(21)(policy);
  });
  const { data } = await risk.browser.send(activatePolicy.preview, { request: { version } }, ph);
  expect(data.lines.slice(1)).toEqual([
    expect.objectContaining({ label: 'fraud young', before: '', after: expect.stringContaining('"young"') }),
    expect.objectContaining({
      label: 'affordability share',
      before: expect.stringContaining('400000'),
      after: expect.stringContaining('350000'),
    }),
  ]);
});

test('a role without the right sees no policy, and a reader saves none [T1421]', async () => {
  const support = await staffMember(hiram, 'support');
  expect((await support.browser.send(listPolicies, {}, ph)).right).toBe('policy.read');
  const refused = await controller.browser.send(savePolicyDraft, { note: '', body: '{}' }, ph);
  expect(refused.right).toBe('policy.edit');
});

const orderOf = (borrower: DemoBorrower) =>
  hiram.owner
    .selectFrom('loan_order')
    .select(['id', 'borrower_id', 'status', 'decision'])
    .where('id', '=', borrower.orderId)
    .executeTakeFirstOrThrow();

test('every decision is kept with its facts, encrypted, and replays to the byte [T1422]', async () => {
  await checkedDraft('ph', olderThan(40));
  const borrower = await hiram.borrower({ state: '170' }, 'ph');
  const runs = await hiram.owner
    .selectFrom('decision_run')
    .selectAll()
    .where('order_id', '=', borrower.orderId)
    .execute();
  expect(runs.map(({ kind }) => kind).sort()).toEqual(['active', 'shadow']);
  expect(JSON.stringify(runs.map(({ result }) => result))).not.toMatch(/4000000|1994|Maria/);
  const { appContext } = hiram.server;
  const fine = await checkDecisions(appContext, 'ph');
  expect(fine.replayed).toBeGreaterThanOrEqual(2);
  expect(fine.differing).toEqual([]);
  const [run] = runs;
  // Past the triggers, as only the owner of the database could.
  await hiram.owner.transaction().execute(async (trx) => {
    await sql`alter table decision_run disable trigger decision_run_append_only`.execute(trx);
    await sql`update decision_run set result = replace(result, 'passed', 'fired') where id = ${run?.id}`.execute(
      trx,
    );
    await sql`alter table decision_run enable trigger decision_run_append_only`.execute(trx);
  });
  expect((await checkDecisions(appContext, 'ph')).differing).toEqual([run?.id]);
});

test('a replay counts what a draft moves, and the loans that it would have refused [T1423]', async () => {
  const brand = hiram.server.appContext.brands.get('ph');
  if (!brand) throw new Error('ph is served');
  await hiram.borrower({ state: '180' }, 'ph');
  await hiram.borrower({ state: '200' }, 'ph');
  const draft = structuredClone(brand.policy);
  draft.stages[4].maxShare = 1;
  const { db } = hiram.server.appContext;
  const report = await replayPolicy(db, hiram.server.appContext, brand, { draft, last: 100 });
  const total = report.matrix.reduce((sum, { count }) => sum + count, 0);
  expect(total).toBe(report.replayed);
  expect(report.matrix.every((cell) => cell.draft === 'refuse')).toBe(true);
  const refused = report.loans.find(({ outcome }) => outcome === 'rejected');
  expect(refused?.loans).toBeGreaterThanOrEqual(2);
  expect(report.offered.draft).toBe(0);
  expect(report.groups.filter(({ by }) => by === 'client').map(({ name }) => name)).toEqual(['new']);
  const same = await replayPolicy(db, hiram.server.appContext, brand, { draft: brand.policy, last: 1 });
  expect(same.replayed).toBe(1);
});

test('a replay of two versions says what each change alone moves, to who may read policies [T1436]', async () => {
  await hiram.borrower({ state: '170' }, 'ph');
  const version = await draftOf('ph', (policy) => {
    stageOf(policy, 'affordability').maxShare = 1;
    olderThan(18)(policy);
  });
  const { data } = await risk.browser.send(replayPolicyCall, { from: 1, version, last: 100 }, ph);
  const moved = new Map(data.alone.map(({ place, changed }) => [place, changed]));
  expect([...moved.keys()]).toEqual(['fraud young', 'affordability share']);
  expect(moved.get('fraud young')).toBe(0);
  expect(moved.get('affordability share')).toBe(
    data.matrix.reduce((sum, { active, count }) => sum + (active === 'refuse' ? 0 : count), 0),
  );
  const support = await staffMember(hiram, 'support');
  const refused = await support.browser.send(replayPolicyCall, { from: 1, version, last: 100 }, ph);
  expect(refused.right).toBe('policy.read');
});

test('a checked version is compared with the active one on each application since [T1437]', async () => {
  const version = await checkedDraft('ph', (policy) => {
    stageOf(policy, 'affordability').maxShare = 1;
  });
  await hiram.borrower({ state: '170' }, 'ph');
  const { data } = await risk.browser.send(showPolicyShadow, { version }, ph);
  expect(data.days).toEqual([{ day: expect.any(String), same: 0, stricter: 1, milder: 0 }]);
  // Its counts are of its own runs, none of the active version's.
  const own = await risk.browser.send(showPolicy, { version }, ph);
  expect(own.data.decisions).toBe(1);
  expect(own.data.fired.filter(({ line }) => line.startsWith('affordability '))).toMatchObject([
    { count: 1 },
  ]);
  const none = await risk.browser.send(showPolicyShadow, { version: version + 1_000 }, ph);
  expect(none.code).toBe('noSuchVersion');
});

test('nine of ten applications of one document that are decided at once are found @verify [T1424]', async () => {
  const idNumber = newDocument();
  const people = await Promise.all(Array.from({ length: 10 }, () => signIn(hiram)));
  for (const person of people) await certify(hiram, person, { idNumber });
  // As of borrowers who were certified before marks were stored: the decision itself marks them.
  await hiram.owner.deleteFrom('identity_mark').where('kind', 'in', ['document', 'person']).execute();
  const deciding = await hiram.owner.transaction().execute(async (trx) => {
    // No decision is stored before all ten wait for that, or for one another.
    await sql`lock table decision_run in share mode`.execute(trx);
    const applied = await Promise.all(people.map((person) => applyFor(hiram, person)));
    const decided = applied.map(async (borrower) => {
      const { borrower_id, id } = await orderOf(borrower);
      await decideOrder(hiram.server.appContext, borrower_id, id);
    });
    const waiting = sql`select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`;
    await hiram.until(
      () => waiting.execute(hiram.owner),
      ({ rows }) => rows.length >= 10,
    );
    return { applied, decided };
  });
  await Promise.all(deciding.decided);
  const ids = deciding.applied.map(({ orderId }) => orderId);
  const reviews = await hiram.owner
    .selectFrom('review')
    .select('reasons')
    .where('order_id', 'in', ids)
    .execute();
  expect(reviews.filter(({ reasons }) => reasons.includes('sharedDocument'))).toHaveLength(9);
});

test('a decision counts the applications from its network address in a day and in seven [T1704]', async () => {
  const { db, cipher, matcher } = hiram.server.appContext;
  const countsOf = async ({ orderId }: DemoBorrower) => {
    const [run] = await hiram.until(
      () => db.selectFrom('decision_run').selectAll().where('order_id', '=', orderId).execute(),
      (runs) => runs.length > 0,
    );
    if (!run) throw new Error('no run');
    const { facts } = readInputs({ cipher, matcher }, run);
    return [facts['velocity.addressApplications24h'], facts['velocity.addressApplications7d']];
  };
  await applicant(hiram);
  await sql`update application_address set applied_at = applied_at - interval '8 days'`.execute(hiram.owner);
  expect(await countsOf(await applicant(hiram))).toEqual([1, 1]);
  await sql`update application_address set applied_at = applied_at - interval '25 hours'`.execute(
    hiram.owner,
  );
  expect(await countsOf(await applicant(hiram))).toEqual([1, 2]);
});

test('orders of the sandbox keep what was decided [T1425]', async () => {
  const refused = await orderOf(await hiram.borrower({ state: '110' }, 'ph'));
  expect(refused).toMatchObject({ status: 'rejected', decision: { reasons: ['unaffordable'] } });
});
