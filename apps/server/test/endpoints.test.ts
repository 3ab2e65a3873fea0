import { login, logout, profile, redeemTicket, smsCode, ticket } from '@hiram/contract/account';
import { cardInit } from '@hiram/contract/bank';
import { calls } from '@hiram/contract/calls';
import { confirmDetail, loanPush } from '@hiram/contract/confirm';
import { homeIndex } from '@hiram/contract/home';
import { loanDetails, recommendedClick } from '@hiram/contract/order';
import { sandboxSms } from '@hiram/contract/sandbox';
import { saveEvent } from '@hiram/contract/tracking';
import { beforeAll, expect, test } from 'vitest';
import { rejectionText } from '../src/brands/texts/translate.ts';
import { setUpHiram } from './support/processes/set-up.ts';

const hiram = setUpHiram();
beforeAll(async () => {
  await hiram.refuseUnnamed();
});

test('NET-08 every borrower’s call without a session is rejected in the same way [T134]', async () => {
  const closed = calls.filter((call) => call.caller === 'borrower');
  expect(closed.length).toBeGreaterThan(20);
  for (const call of closed) {
    const answer = await hiram.send(call, {});
    const { code } = hiram.server.appContext.mask.table;
    const stated = call.masked === 'both' ? Reflect.get(answer, code ?? '') : answer.code;
    expect([call.name, answer.status, stated]).toEqual([call.name, 401, '-2']);
  }
});

test('an unknown session, another device’s and an expired one are rejected [T010]', async () => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const ask = (context: Record<string, string>) => hiram.send(homeIndex, {}, context);
  expect(await ask({ sessionId: 'nobody', deviceId: 'device-1' })).toMatchObject({ status: 401 });
  expect(await ask({ ...borrower.context })).toMatchObject({ success: true });
  expect(await ask({ ...borrower.context, deviceId: 'another' })).toMatchObject({ status: 401, code: '-2' });
  expect(await ask({ sessionId: borrower.context.sessionId ?? '' })).toMatchObject({ status: 401 });
  await hiram.owner
    .updateTable('session')
    .set({ expires_at: new Date(0) })
    .where('device_id', '=', 'device-1')
    .execute();
  expect(await ask({ ...borrower.context })).toMatchObject({ status: 401 });
});

test('RTE-04 a header and a query that differ are rejected with the field’s name', async () => {
  const url = `${hiram.origin}/api${homeIndex.path}?sessionId=a`;
  const differing = await fetch(url, {
    method: 'POST',
    headers: { 'x-session-id': 'b', 'content-type': 'application/json' },
    body: '{}',
  });
  expect(differing.status).toBe(400);
  expect(await differing.json()).toMatchObject({ code: '40000', field: 'sessionId' });
});

test('NET-03 NET-04 every call is read as JSON and as a form, without other coercion [T099]', async () => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const body = { periods: 120, termUnit: 'day', productId: borrower.productId };
  for (const form of [false, true])
    for (const amount of ['0x10', '1e3', '', ' ', ' 500', '500.0', '-0', '007', '٥٠٠'])
      expect([
        amount,
        await hiram.send(loanPush, { ...body, amount }, borrower.context, { form }),
      ]).toMatchObject([amount, { status: 400, code: '40000', field: 'amount' }]);
  expect(
    await hiram.send(confirmDetail, { productId: borrower.productId, amount: '1000000' }, borrower.context, {
      form: true,
    }),
  ).toMatchObject({ success: true, data: { amount: 1_000_000 } });
  expect(await hiram.send(loanDetails, { orderId: 'x', role: 'admin' }, borrower.context)).toMatchObject({
    status: 400,
    field: 'role',
  });
  expect(await hiram.send(loanDetails, {}, borrower.context)).toMatchObject({
    status: 400,
    field: 'orderId',
  });
});

test('RTE-05 product_id is read as productId, and two different values are rejected', async () => {
  const borrower = await hiram.borrower({ state: 'ready' });
  expect(await hiram.send(confirmDetail, { product_id: borrower.productId }, borrower.context)).toMatchObject(
    {
      success: true,
    },
  );
  expect(await hiram.send(cardInit, { productId: borrower.productId }, borrower.context)).toMatchObject({
    success: true,
  });
  expect(
    await hiram.send(confirmDetail, { product_id: borrower.productId, productId: 'x' }, borrower.context),
  ).toMatchObject({ status: 400, field: 'productId' });
});

test('a body that is no object, no JSON, or too large gets an answer in the envelope', async () => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const url = `${hiram.origin}/api${homeIndex.path}?${new URLSearchParams({ ...borrower.context })}`;
  for (const body of ['[]', '{', `{"a":"${'x'.repeat(100_000)}"}`]) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(await response.json()).toMatchObject({ success: false, data: {} });
  }
});

test('sign-in codes have five tries and one use, and the answer does not reveal who is registered', async () => {
  const context = { deviceId: 'phone-7' };
  const phone = '13912345678';
  const sent = await hiram.send(smsCode, { phone }, context);
  expect(sent).toMatchObject({ success: true, data: { seconds: 60 } });
  expect(await hiram.send(smsCode, { phone }, context)).toMatchObject({ success: false, code: '60102' });
  const inbox = await hiram.until(
    () => hiram.send(sandboxSms, { phone }),
    (answer) => answer.data.messages.length > 0,
  );
  const code = inbox.data.messages[0]?.code ?? '';
  const wrong = code === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 4; tries += 1)
    expect(await hiram.send(login, { phone, smsCode: wrong }, context)).toMatchObject({
      code: '60201',
      field: 'smsCode',
    });
  const signedIn = await hiram.send(login, { phone, smsCode: code }, context);
  expect(signedIn).toMatchObject({ success: true });
  expect(await hiram.send(login, { phone, smsCode: code }, context)).toMatchObject({ code: '60201' });
  const signedInContext = { ...context, sessionId: signedIn.data.sessionId };
  expect(await hiram.send(profile, {}, signedInContext)).toMatchObject({
    data: { phone: '•••• 5678', certified: false },
  });
  expect(
    await hiram.send(
      confirmDetail,
      { productId: (await hiram.send(homeIndex, {}, signedInContext)).data.products[0]?.productId ?? '' },
      signedInContext,
    ),
  ).toMatchObject({ code: '20102' });
  await hiram.send(logout, {}, signedInContext);
  expect(await hiram.send(profile, {}, signedInContext)).toMatchObject({ status: 401 });
});

test('a code is dead after five wrong tries, even for the right sixth [T030]', async () => {
  const phone = '13912340000';
  await hiram.send(smsCode, { phone });
  const inbox = await hiram.until(
    () => hiram.send(sandboxSms, { phone }),
    (answer) => answer.data.messages.length > 0,
  );
  const code = inbox.data.messages[0]?.code ?? '';
  const wrong = code === '000000' ? '000001' : '000000';
  await Promise.all(Array.from({ length: 30 }, () => hiram.send(login, { phone, smsCode: wrong })));
  expect(await hiram.send(login, { phone, smsCode: code })).toMatchObject({ success: false, code: '60201' });
});

test('a ticket is traded once, for a session of the trading device [T011]', async () => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const issued = await hiram.send(ticket, {}, borrower.context);
  const redeemed = await hiram.send(redeemTicket, { ticket: issued.data.ticket }, { deviceId: 'web' });
  expect(
    await hiram.send(homeIndex, {}, { deviceId: 'web', sessionId: redeemed.data.sessionId }),
  ).toMatchObject({ success: true });
  expect(await hiram.send(redeemTicket, { ticket: issued.data.ticket }, { deviceId: 'web' })).toMatchObject({
    success: false,
    code: '60301',
  });
});

test('ORD-17 KEY-09 a counted tap is stored with its borrower', async () => {
  const borrower = await hiram.borrower({ state: '200' });
  expect(
    await hiram.send(
      saveEvent,
      { productId: borrower.productId, moduleId: 30, positionId: 0 },
      borrower.context,
    ),
  ).toMatchObject({ success: true });
  const rows = await hiram.server.appContext.db
    .selectFrom('tracking_event')
    .select(['module_id', 'position_id', 'kind'])
    .where('product_id', '=', borrower.productId)
    .execute();
  expect(rows).toContainEqual({ module_id: 30, position_id: 0, kind: 'tap' });
});

test('ORD-18 a recommended click returns a link, with the session for trusted partners alone [T226]', async () => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const click = async (key: string) => {
    const body = new URLSearchParams({ mo: '31', po: '0', ke: key });
    const url = `${hiram.origin}/api${recommendedClick.path}?${new URLSearchParams({ ...borrower.context })}`;
    return (
      await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
      })
    ).json();
  };
  expect(await click('hakbang')).toMatchObject({
    code: '00',
    data: { url: expect.stringMatching(/^\/productDetail\?productId=/) },
  });
  expect(await click('tulay')).toMatchObject({
    data: { url: expect.stringContaining(`sessionId=${borrower.context.sessionId}`) },
  });
  expect(await click('bayanihan')).toMatchObject({ success: false, code: '30301' });
  expect(await click('nothing')).toMatchObject({ success: false });
});

test('ORD-16 a link to an unlisted host is withheld, and the lender sees it [T042]', async () => {
  const hostile = [
    'https://evil.example/',
    'javascript:alert(1)',
    'https://partner.hiram.example@evil.example/',
    '//evil.example',
    'https://partner.hiram.example.evil.example/',
    'http:\\\\evil.example',
  ];
  for (const playeduL of hostile) {
    const borrower = await hiram.borrower({ state: '170', with: { playeduL } });
    expect([
      playeduL,
      (await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context)).data.playeduL,
    ]).toEqual([playeduL, '']);
  }
  expect(
    (await hiram.server.appContext.db.selectFrom('refused_link').select('host').execute()).map(
      (row) => row.host,
    ),
  ).toContain('evil.example');
  const trusted = await hiram.borrower({
    state: '170',
    with: { playeduL: 'https://partner.hiram.example/loan?x=1' },
  });
  const link = (await hiram.send(loanDetails, { orderId: trusted.orderId }, trusted.context)).data.playeduL;
  expect(link).toMatch(/^https:\/\/partner\.hiram\.example\/loan\?x=1&.*sessionId=/);
  const listed = await hiram.borrower({
    state: '170',
    with: { playeduL: 'https://listed.hiram.example/loan' },
  });
  expect(
    (await hiram.send(loanDetails, { orderId: listed.orderId }, { ...listed.context, lang: 'en' })).data
      .playeduL,
  ).toBe('https://listed.hiram.example/loan?deviceId=device-1&lang=en');
});

test('every rejection reason of the contract has a message', () => {
  for (const call of calls)
    for (const reason of Object.keys(call.rejections))
      expect([call.name, reason, rejectionText(reason)]).toEqual([call.name, reason, `rejection.${reason}`]);
});

test('personal answers forbid caching, and every answer has security headers [T053]', async () => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const answer = await hiram.send(homeIndex, {}, borrower.context);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  const page = await fetch(`${hiram.origin}/order`);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  expect(await page.text()).not.toMatch(/ style=/);
});
