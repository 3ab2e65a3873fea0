import { randomInt, randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { smsCode, voiceCode } from '@hiram/contract/account';
import { homeIndex } from '@hiram/contract/home';
import { asId } from '@hiram/contract/ids';
import { loanDetails, withdraw } from '@hiram/contract/order';
import {
  channelTemplate,
  getSid,
  getSms,
  register,
  requestCaptchaChallenge,
  solveCaptchaChallenge,
  trackClick,
  trackVisit,
} from '@hiram/contract/promotion';
import { sandboxCaptcha, sandboxSms } from '@hiram/contract/sandbox';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, inject, test } from 'vitest';
import { solve } from '../../../test/support/borrowers/captcha-work.ts';
import { borrowerIdOf } from '../../../test/support/database/rows.ts';
import { asOwner } from '../../../test/support/database/throwaway-cluster.ts';
import { everyBrand } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { loadBrand } from '../../brands/brand.ts';
import { recordFirstLoan } from '../../lending/origination/first-loan.ts';
import { funnel } from '../../lending/origination/funnel.ts';
import { addressCaps, caps } from '../../messaging/code-caps.ts';
import { tokenHash } from '../../platform/http/sessions/session.ts';
import { deleteByAge } from '../../scheduler/retention/retention.ts';
import { challengeCaps } from './captcha-work.ts';
import { loadTemplates } from './templates.ts';

const hiram = setUpHiram(everyBrand);

const root = fileURLToPath(new URL('../../../../..', import.meta.url));
const newPhone = () => `138${String(randomInt(1e8)).padStart(8, '0')}`;
const captcha = (sid: string) =>
  fetch(`${hiram.origin}/api/get-captcha?${new URLSearchParams({ sid, t: String(Date.now()) })}`);

/** A visitor with a captcha on the screen, and the text of its picture. */
async function visitor() {
  const context = { deviceId: randomUUID() };
  const { sid } = (await hiram.send(getSid, {}, context)).data;
  await captcha(sid);
  const { text } = (await hiram.send(sandboxCaptcha, { sid })).data;
  return { context, sid, capcode: text };
}
type Visitor = Awaited<ReturnType<typeof visitor>>;

const sms = ({ sid, capcode, context }: Visitor, phone: string, extra: Record<string, unknown> = {}) =>
  hiram.send(getSms, { phone, capcode, sid, ...extra }, context, { form: true });
const enter = (
  { sid, capcode, context }: Visitor,
  phone: string,
  smsCode: string,
  extra: Record<string, unknown> = {},
) =>
  hiram.send(
    register,
    { phone, capcode, sid, merchantNumber: '0', userName: phone, smsCode, id: '1-quick', ...extra },
    context,
    { form: true },
  );
async function codeOf(phone: string): Promise<string> {
  const messages = await hiram.until(
    async () => (await hiram.send(sandboxSms, { phone })).data.messages,
    (all) => all.length > 0,
  );
  return messages[0]?.code ?? '';
}

test('PROM-01 a landing page is data with the product’s own example; an unknown id is rejected', async () => {
  const ask = async (templateId?: string) =>
    (await hiram.send(channelTemplate, templateId === undefined ? {} : { templateId })).data;
  expect(await ask('2-steady')).toMatchObject({ id: '2-steady', example: { productName: 'Lakas Loan' } });
  expect((await ask()).id).toBe('1-quick');
  for (const templateId of ['no-such-page', '../../secret'])
    expect(await hiram.send(channelTemplate, { templateId })).toMatchObject({
      success: false,
      code: '60402',
      field: 'templateId',
    });
  const { form } = await ask();
  expect([...form].sort()).toEqual(['imgValidate', 'invite_code', 'mobile', 'smsCode']);
});

test('PROM-02 PROM-12 a visit and a click count once per day and source, however often they are reported', async () => {
  const context = { deviceId: randomUUID() };
  const source = { page_id: 'p1', user_from: 'fb', client_type: 'h5', utm_tag: 'nov', app_from: 'ads' };
  const sendVisit = () => hiram.send(trackVisit, { ...source, page_type: '1' }, context);
  await Promise.all([sendVisit(), sendVisit(), sendVisit()]);
  await sendVisit();
  await hiram.send(trackVisit, { ...source, utm_tag: 'dec' }, context);
  await hiram.send(trackClick, { ...source, page_type: '1', phone: '13812345678' }, context);
  const rows = await hiram.server.appContext.db
    .selectFrom('promotion_event')
    .select(['kind', 'utm_tag'])
    .where('page_id', '=', 'p1')
    .orderBy('at')
    .execute();
  expect(rows.map((row) => `${row.kind} ${row.utm_tag}`).sort()).toEqual([
    'click nov',
    'visit dec',
    'visit nov',
  ]);
  const long = await hiram.send(trackVisit, { ...source, utm_tag: 'x'.repeat(5_000) }, context);
  expect(long).toMatchObject({ status: 400, field: 'utm_tag' });
});

test('PROM-03 a sid has a picture that is drawn again each time and belongs to that visitor alone', async () => {
  const { data, code } = await hiram.send(getSid, {});
  expect(code).toBe('0');
  const picture = await captcha(data.sid);
  expect([picture.headers.get('content-type'), picture.headers.get('cache-control')]).toEqual([
    'image/png',
    'no-store',
  ]);
  const bytes = Buffer.from(await picture.arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 400, height: 160 });
  const before = (await hiram.send(sandboxCaptcha, { sid: data.sid })).data.text;
  expect(before).toMatch(/^[2-9A-Y]{4}$/);
  await captcha(data.sid);
  expect((await hiram.send(sandboxCaptcha, { sid: data.sid })).data.text).not.toBe(before);
  expect((await captcha('nobody')).status).toBe(404);
});

test('PROM-09 PROM-16 a right captcha sends a code; right and wrong captchas are used up [T219]', async () => {
  const phone = newPhone();
  const wrong = await visitor();
  const bad = await sms({ ...wrong, capcode: wrong.capcode === 'AAAA' ? 'CCCC' : 'AAAA' }, phone);
  expect(bad).toMatchObject({ success: false, code: '101', field: 'capcode' });
  expect((await sms(wrong, phone)).code).toBe('101');
  const right = await visitor();
  const sent = await sms({ ...right, capcode: right.capcode.toLowerCase() }, phone);
  expect([sent.code, sent.data]).toEqual(['0', { seconds: 60 }]);
  expect((await sms(right, phone)).code).toBe('101');
  const other = await visitor();
  expect((await sms({ ...other, sid: right.sid }, newPhone())).code).toBe('101');
  expect((await sms(await visitor(), phone)).code).toBe('60102');
});

test('PROM-13 PROM-14 registering requires the code and the visitor’s id that requested it [T152]', async () => {
  const phone = newPhone();
  const newVisitor = await visitor();
  await sms(newVisitor, phone, { utm_tag: 'nov', user_from: 'fb' });
  const code = await codeOf(phone);
  const another = await visitor();
  expect((await enter(another, phone, code)).code).toBe('-1');
  expect((await enter(newVisitor, newPhone(), code)).code).toBe('-1');
  expect(await enter(newVisitor, phone, '')).toMatchObject({ status: 400, field: 'smsCode' });
  expect((await enter(newVisitor, phone, code === '111111' ? '222222' : '111111')).code).toBe('60201');
  expect((await enter(newVisitor, phone, code, { invite_code: 'NOSUCH22' })).code).toBe('60401');
  const done = await enter(newVisitor, phone, code, { utm_tag: 'nov', user_from: 'fb' });
  expect(done.code).toBe('0');
  const borrower = await hiram.server.appContext.db
    .selectFrom('borrower')
    .select(['id', 'registration_source', 'invite_code'])
    .where('phone', 'like', `%${phone}`)
    .executeTakeFirstOrThrow();
  expect(borrower.registration_source).toMatchObject({
    utm_tag: 'nov',
    user_from: 'fb',
    template: '1-quick',
  });
  const events = await hiram.server.appContext.db
    .selectFrom('promotion_event')
    .select('kind')
    .where('borrower_id', '=', borrower.id)
    .execute();
  expect(events).toEqual([{ kind: 'registered' }]);

  const friend = newPhone();
  const invited = await visitor();
  await sms(invited, friend);
  const joined = await enter(invited, friend, await codeOf(friend), {
    invite_code: borrower.invite_code?.toLowerCase(),
  });
  expect(joined.code).toBe('0');
});

test('PROM-16 after a sent code no captcha matters [T850]', async () => {
  const phone = newPhone();
  const newVisitor = await visitor();
  const tag = { utm_tag: 'prom-16', user_from: 'captchas' };
  expect((await sms(newVisitor, phone, tag)).code).toBe('0');
  const code = await codeOf(phone);
  const elsewhere = { ...newVisitor, context: { deviceId: randomUUID() } };
  expect(await enter(elsewhere, phone, code, tag)).toMatchObject({
    code: '-1',
    field: 'capcode',
    message: expect.stringContaining('Get a code'),
  });
  // A new picture is drawn, as after a reload; nobody read it.
  await captcha(newVisitor.sid);
  for (const capcode of ['XXXX', ''])
    expect(
      (await enter({ ...newVisitor, capcode }, phone, code === '111111' ? '222222' : '111111')).code,
    ).toBe('60201');
  expect((await enter({ ...newVisitor, capcode: '' }, phone, code, tag)).code).toBe('0');
  const { db } = hiram.server.appContext;
  const day = await hiram.server.appContext.clock.today(db, 'Asia/Manila');
  const rows = (await funnel(db, 'spec', day, day)).filter((row) => row.userFrom === 'captchas');
  expect(rows.reduce((sum, row) => sum + row.wrongCaptchas, 0)).toBe(1);
});

test('PROM-15 only a visitor who proves a registered number learns that it is registered', async () => {
  const { phone } = await hiram.borrower({ state: 'new' });
  const national = phone.replace('+86', '');
  const newVisitor = await visitor();
  expect((await sms(newVisitor, national)).code).toBe('0');
  const code = await codeOf(national);
  expect((await enter(newVisitor, national, code === '111111' ? '222222' : '111111')).code).toBe('60201');
  const known = await enter(newVisitor, national, code);
  expect([known.code, known.message]).toEqual(['11', '您已注册,请直接下载APP登录！']);
});

test('eight parallel registrations and a later one open one account and get the same answer [T214]', async () => {
  const phone = newPhone();
  const newVisitor = await visitor();
  await sms(newVisitor, phone);
  const code = await codeOf(phone);
  const taps = await Promise.all(Array.from({ length: 8 }, () => enter(newVisitor, phone, code)));
  const answers = [...taps, await enter(newVisitor, phone, code)].map(({ status, code, data }) => ({
    status,
    code,
    data,
  }));
  expect(answers).toEqual(Array(9).fill({ status: 200, code: '0', data: {} }));
  const accounts = await hiram.server.appContext.db
    .selectFrom('borrower')
    .select('id')
    .where('phone', 'like', `%${phone}`)
    .execute();
  expect(accounts).toHaveLength(1);
});

test('invalid landing pages stop the start, with one line for each error', () => {
  const brands = mkdtempSync(join(tmpdir(), 'hiram-brands-'));
  try {
    cpSync(join(root, 'brands/spec'), join(brands, 'mine'), { recursive: true });
    const brand = loadBrand(brands, 'mine');
    expect([...loadTemplates(brands, brand).keys()]).toEqual(['1-quick', '2-steady']);
    writeFileSync(join(brands, 'mine/landing/3-bad.json'), '{"headline":""}');
    writeFileSync(join(brands, 'mine/landing/4-bad.json'), 'no');
    expect(() => loadTemplates(brands, brand)).toThrow(
      /3-bad\.json: headline is empty[\s\S]*4-bad\.json is not JSON/,
    );
  } finally {
    rmSync(brands, { recursive: true });
  }
});

test('a solved proof-of-work challenge counts as one solved captcha, and only a few a day are accepted', async () => {
  const newVisitor = await visitor();
  const ask = (sid: string) => hiram.send(requestCaptchaChallenge, { sid }, {}, { form: true });
  const prove = (sid: string, nonce: string) =>
    hiram.send(solveCaptchaChallenge, { sid, nonce }, {}, { form: true });
  expect((await ask('nobody')).status).toBe(404);
  const { challenge, bits } = (await ask(newVisitor.sid)).data;
  expect(bits).toBeGreaterThanOrEqual(16);
  const nonce = await solve(hiram, newVisitor.sid, challenge);
  const another = await visitor();
  expect((await prove(another.sid, nonce)).code).toBe('60502');
  const answer = await prove(newVisitor.sid, nonce);
  expect(answer.data.capcode).toMatch(/^[2-9A-Y]{4}$/);
  // A challenge is used up, as a picture's answer is.
  expect((await prove(newVisitor.sid, nonce)).code).toBe('60502');
  expect((await sms({ ...newVisitor, capcode: answer.data.capcode }, newPhone())).code).toBe('0');
  // Solved before the first is sent.
  const solved: { sid: string; nonce: string }[] = [];
  for (let count = 0; count < challengeCaps.address + 2; count += 1) {
    const { sid } = await visitor();
    solved.push({ sid, nonce: await solve(hiram, sid, (await ask(sid)).data.challenge) });
  }
  const attempts = await Promise.all(solved.map(async ({ sid, nonce }) => (await prove(sid, nonce)).code));
  const accepted = Array.from({ length: challengeCaps.address - 1 }, () => '0');
  expect(attempts.toSorted()).toEqual([...accepted, '60501', '60501', '60501']);
  expect((await ask((await visitor()).sid)).code).toBe('60501');
});

test('the funnel joins the steps of each visitor, each step once', async () => {
  const { db } = hiram.server.appContext;
  const source = { user_from: 'funnel-fb', utm_tag: 'f1', app_from: 'ads' };
  for (let index = 0; index < 5; index += 1) {
    const newVisitor = await visitor();
    await hiram.send(trackVisit, { ...source, page_type: '1' }, newVisitor.context);
    await hiram.send(trackVisit, { ...source, page_type: '1' }, newVisitor.context);
    if (index < 1) continue;
    const phone = newPhone();
    await hiram.send(trackClick, { ...source, page_type: '1', phone }, newVisitor.context);
    if (index < 2) continue;
    await sms(newVisitor, phone, source);
    if (index < 3) continue;
    expect((await enter(newVisitor, phone, await codeOf(phone), source)).code).toBe('0');
  }
  const day = await hiram.server.appContext.clock.today(db, 'Asia/Manila');
  const steps = (await funnel(db, 'spec', day, day)).filter((row) => row.userFrom === 'funnel-fb');
  const sum = (name: 'visits' | 'clicks' | 'codes' | 'registered') =>
    steps.reduce((total, row) => total + row[name], 0);
  expect([sum('visits'), sum('clicks'), sum('codes'), sum('registered')]).toEqual([5, 4, 3, 2]);
  expect(await funnel(db, 'ph', day, day)).toEqual([]);
});

test('a first loan is reported once, with the registration’s source, when the money has arrived', async () => {
  const { db } = hiram.server.appContext;
  const borrower = await hiram.borrower({ state: '151', with: { inside: 1 } });
  const borrowerId = await borrowerIdOf(hiram, borrower.orderId);
  const day = await hiram.server.appContext.clock.today(db, 'Asia/Manila');
  await db
    .insertInto('promotion_event')
    .values({
      day,
      brand: 'spec',
      kind: 'registered',
      visitor: Buffer.from(borrower.orderId),
      digest: Buffer.from(borrower.orderId),
      user_from: 'loan-fb',
      borrower_id: borrowerId,
      at: new Date(),
    })
    .execute();
  const report = () =>
    db
      .selectFrom('promotion_event')
      .select(['kind', 'user_from'])
      .where('borrower_id', '=', borrowerId)
      .where('kind', '=', 'firstLoan')
      .execute();
  expect(await report()).toEqual([]);
  await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context);
  await hiram.until(
    () => hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context),
    (answer) => answer.data.orderStatus === 170,
  );
  expect(await report()).toEqual([{ kind: 'firstLoan', user_from: 'loan-fb' }]);
  const [row] = (await funnel(db, 'spec', day, day)).filter((item) => item.userFrom === 'loan-fb');
  expect(row).toMatchObject({ registered: 1, firstLoans: 1 });
  await recordFirstLoan(db, { borrowerId, brand: 'spec', day, disbursedAt: new Date() });
  expect(await report()).toHaveLength(1);
});

test('a network whose codes were hardly used gets no more; sign-in codes are not limited [T040]', async () => {
  const { db } = hiram.server.appContext;
  const now = new Date();
  const unused = Array.from({ length: 120 }, (_, index) => ({
    id: asId(randomUUID()),
    brand: 'id',
    phone: `+62812${String(index).padStart(8, '0')}`,
    purpose: 'register',
    address: '10.9.9.9',
    // The network of the test's own calls.
    network: '127.0.0.0/24',
    code_hash: Buffer.alloc(32),
    created_at: new Date(now.getTime() - 1_000),
    expires_at: new Date(now.getTime() + 300_000),
  }));
  await db.insertInto('one_time_code').values(unused).execute();
  const ask = async () => {
    const context = { deviceId: randomUUID(), appName: 'id' };
    const { sid } = (await hiram.send(getSid, {}, context)).data;
    await captcha(sid);
    const capcode = (await hiram.send(sandboxCaptcha, { sid })).data.text;
    const phone = `0813${String(randomInt(1e8)).padStart(8, '0')}`;
    return hiram.send(getSms, { phone, capcode, sid }, context, { form: true });
  };
  expect((await ask()).code).toBe('60104');
  const login = await hiram.send(
    smsCode,
    { phone: `0813${String(randomInt(1e8)).padStart(8, '0')}`, purpose: 'login' },
    { appName: 'id', deviceId: 'd' },
  );
  expect(login.success).toBe(true);
  // A code that is used adds trust: the next visitor is served.
  await db.updateTable('one_time_code').set({ used_at: now }).where('address', '=', '10.9.9.9').execute();
  expect((await ask()).code).toBe('0');
});

test('a captcha’s answer is invalid after two minutes [T220]', async () => {
  const newVisitor = await visitor();
  const { db } = hiram.server.appContext;
  const row = await db
    .selectFrom('visitor')
    .select(['captcha_expires_at', 'created_at'])
    .where('sid_hash', '=', tokenHash(newVisitor.sid))
    .executeTakeFirstOrThrow();
  const lifetimeMs = (row.captcha_expires_at?.getTime() ?? 0) - row.created_at.getTime();
  expect(Math.round(lifetimeMs / 1_000)).toBeGreaterThanOrEqual(120);
  expect(Math.round(lifetimeMs / 1_000)).toBeLessThanOrEqual(125);
  await db
    .updateTable('visitor')
    .set({ captcha_expires_at: new Date(Date.now() - 1) })
    .where('sid_hash', '=', tokenHash(newVisitor.sid))
    .execute();
  expect((await sms(newVisitor, newPhone())).code).toBe('101');
});

test('expired visitors and codes are deleted, younger ones stay', async () => {
  const { appContext } = hiram.server;
  const old = new Date(Date.now() - 31 * 86_400_000);
  const newVisitor = await visitor();
  const stale = await visitor();
  await hiram.owner
    .updateTable('visitor')
    .set({ created_at: old })
    .where('sid_hash', '=', tokenHash(stale.sid))
    .execute();
  const code = (created: Date, phone: string) => ({
    id: asId(randomUUID()),
    brand: 'spec',
    phone,
    purpose: 'login',
    address: '10.8.8.8',
    code_hash: Buffer.alloc(32),
    created_at: created,
    expires_at: created,
  });
  await appContext.db
    .insertInto('one_time_code')
    .values([code(old, 'old'), code(new Date(), 'new')])
    .execute();
  await sql`update daily_run set finished_at = null, started_at = 'epoch'`.execute(appContext.db);
  await deleteByAge(
    appContext,
    appContext.defaultBrand,
    await appContext.clock.today(appContext.db, appContext.defaultBrand.timeZone),
  );
  const remaining = async (sid: string) =>
    appContext.db.selectFrom('visitor').select('brand').where('sid_hash', '=', tokenHash(sid)).execute();
  expect([(await remaining(newVisitor.sid)).length, (await remaining(stale.sid)).length]).toEqual([1, 0]);
  const codes = await appContext.db
    .selectFrom('one_time_code')
    .select('phone')
    .where('address', '=', '10.8.8.8')
    .execute();
  expect(codes).toEqual([{ phone: 'new' }]);
});

test('codes have daily caps for a number, a device, an address and the whole brand [T038]', async () => {
  const { db } = hiram.server.appContext;
  const earlier = new Date(Date.now() - 2 * 3_600_000);
  const ask = (phone: string, deviceId: string) =>
    hiram.send(smsCode, { phone, purpose: 'login' }, { deviceId });
  const mark = `caps-${randomUUID()}`;
  const fill = async (count: number, requester: { phone?: string; device?: string; address?: string }) => {
    await sql`insert into one_time_code (id, brand, phone, purpose, device_id, address, code_hash, created_at, expires_at)
      select gen_random_uuid(), 'spec', coalesce(${requester.phone ?? null}, ${mark} || n), 'login', ${requester.device ?? mark},
        ${requester.address ?? '10.7.7.7'}, '\\x00', ${earlier}, ${earlier} from generate_series(1, ${count}) n`.execute(
      db,
    );
  };
  const clear = () => db.deleteFrom('one_time_code').where('created_at', '=', earlier).execute();
  const day = new Date(Date.now() - 86_400_000);
  /** Codes of the last day: those of one address, or all. */
  const request = async (address?: string) => {
    let query = db
      .selectFrom('one_time_code')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('created_at', '>', day);
    query = address === undefined ? query.where('brand', '=', 'spec') : query.where('address', '=', address);
    return (await query.executeTakeFirstOrThrow()).n;
  };
  const free = newPhone();
  const full = newPhone();
  try {
    await fill(4, { phone: `+86${free}` });
    await fill(5, { phone: `+86${full}` });
    expect((await ask(free, `${mark}-1`)).success).toBe(true);
    expect(await ask(full, `${mark}-2`)).toMatchObject({ success: false, field: 'capcode' });
    await fill(9, { device: `${mark}-d` });
    expect((await ask(newPhone(), `${mark}-d`)).success).toBe(true);
    expect((await ask(newPhone(), `${mark}-d`)).success).toBe(false);
    await fill(addressCaps.asIs - 1 - (await request('127.0.0.1')), { address: '127.0.0.1' });
    expect((await ask(newPhone(), `${mark}-3`)).success).toBe(true);
    expect(await ask(newPhone(), `${mark}-4`)).toMatchObject({ success: false, field: 'capcode' });
    await clear();
    await fill(addressCaps.captcha - (await request('127.0.0.1')), { address: '127.0.0.1' });
    expect((await sms(await visitor(), newPhone())).success).toBe(false);
    await clear();
    expect((await ask(newPhone(), `${mark}-5`)).success).toBe(true);
    await fill(caps.all.asIs - 1 - (await request()), {});
    expect((await ask(newPhone(), `${mark}-6`)).success).toBe(true);
    expect(await ask(newPhone(), `${mark}-7`)).toMatchObject({ success: false, field: 'capcode' });
    await fill(caps.all.captcha - 1 - (await request()), {});
    expect((await sms(await visitor(), newPhone())).code).toBe('0');
    expect((await sms(await visitor(), newPhone())).code).toBe(getSms.rejections.tooManyToday);
  } finally {
    await clear();
  }
});

test('behind an address with many codes a captcha is required before anyone is rejected [T037]', async () => {
  const { db } = hiram.server.appContext;
  const earlier = new Date(Date.now() - 3 * 3_600_000);
  await sql`insert into one_time_code (id, brand, phone, purpose, address, code_hash, created_at, expires_at)
    select gen_random_uuid(), 'spec', 'shared' || n, 'login', '127.0.0.1', '\\x00', ${earlier}, ${earlier}
    from generate_series(1, ${addressCaps.asIs}) n`.execute(db);
  try {
    for (const call of [smsCode, voiceCode])
      expect(await hiram.send(call, { phone: newPhone() }, { deviceId: randomUUID() })).toMatchObject({
        success: false,
        code: smsCode.rejections.captchaNeeded,
        field: 'capcode',
        message: expect.stringContaining('picture'),
      });
    const { sid, capcode: shown, context } = await visitor();
    expect((await hiram.send(smsCode, { phone: newPhone(), sid, capcode: shown }, context)).success).toBe(
      true,
    );
    // A right code counts once, a wrong one does not count.
    for (const capcode of [shown, 'XXXX'])
      expect(
        await hiram.send(smsCode, { phone: newPhone(), sid, capcode }, { deviceId: randomUUID() }),
      ).toMatchObject({ success: false, code: smsCode.rejections.wrongCaptcha, field: 'capcode' });
    // Someone who registers reads a code anyway, and is not rejected either.
    expect((await sms(await visitor(), newPhone())).success).toBe(true);
  } finally {
    await db.deleteFrom('one_time_code').where('created_at', '=', earlier).execute();
  }
});

test('a cap holds for any number of parallel requests [T039]', async () => {
  const deviceId = `at-once-${randomUUID()}`;
  const answers = await Promise.all(
    Array.from({ length: 16 }, () =>
      hiram.send(smsCode, { phone: newPhone(), purpose: 'login' }, { deviceId }),
    ),
  );
  expect(answers.filter((answer) => answer.success)).toHaveLength(10);
});

test('code requests that will be rejected do not queue: hundreds of them delay nobody [T041]', async () => {
  const [device, phone] = [{ deviceId: randomUUID() }, newPhone()];
  const borrower = await hiram.borrower({ state: 'ready' });
  expect((await hiram.send(smsCode, { phone }, device)).success).toBe(true);
  // A request for a code takes a variable time from now on.
  const answers = await asOwner(inject('cluster'), hiram.database, async (owner) => {
    await owner.query(`select pg_advisory_lock(hashtextextended('one-time codes', 0))`);
    const request = Array.from({ length: 60 }, () => hiram.send(smsCode, { phone }, device));
    return Promise.all([...request, hiram.send(homeIndex, {}, borrower.context)]);
  });
  expect(answers.pop()).toMatchObject({ success: true });
  for (const answer of answers) expect(answer).toMatchObject({ code: '60102', field: 'phone' });
});
