import { randomInt } from 'node:crypto';
import { login, redeemTicket, smsCode, ticket } from '@hiram/contract/account';
import { calls } from '@hiram/contract/calls';
import { homeIndex, productDetail } from '@hiram/contract/home';
import { legalText } from '@hiram/contract/info';
import { loanDetails } from '@hiram/contract/order';
import { channelTemplate, getSid, getSms, register } from '@hiram/contract/promotion';
import { instalmentDetail } from '@hiram/contract/repay';
import { sandboxCaptcha, sandboxSms } from '@hiram/contract/sandbox';
import { expect, test } from 'vitest';
import { everyBrand } from '../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../test/support/processes/set-up.ts';
import { mobileNumber } from './phone.ts';

const hiram = setUpHiram(everyBrand);

const brands = ['spec', 'ph', 'in', 'id'] as const;
const phones = {
  spec: () => `138${String(randomInt(1e8)).padStart(8, '0')}`,
  ph: () => `0917${String(randomInt(1e7)).padStart(7, '0')}`,
  in: () => `98${String(randomInt(1e8)).padStart(8, '0')}`,
  id: () => `0812${String(randomInt(1e8)).padStart(8, '0')}`,
};
test('a session of one brand is rejected by every call of another brand [T162]', async () => {
  const borrower = await hiram.borrower({ state: '174' }, 'ph');
  const otherBrandContext = { ...borrower.context, appName: 'id' };
  for (const call of calls.filter((contractCall) => contractCall.caller === 'borrower')) {
    const answer = await hiram.send(call, {}, otherBrandContext);
    // Masked answers contain the code under another name.
    const code = call.masked === 'both' ? '-2' : answer.code;
    expect([call.name, answer.status, code]).toEqual([call.name, 401, '-2']);
  }
  // The session is valid: it works with its own brand.
  expect(await hiram.send(homeIndex, {}, borrower.context)).toMatchObject({ success: true });
});

async function visitorOf(brand: string) {
  const context = { deviceId: `visitor-${randomInt(1e9)}`, appName: brand };
  const { sid } = (await hiram.send(getSid, {}, context)).data;
  await fetch(`${hiram.origin}/api/get-captcha?${new URLSearchParams({ sid })}`);
  return { context, sid, capcode: (await hiram.send(sandboxCaptcha, { sid })).data.text };
}

test('visitors, codes, passwords and tickets of one brand do not work in another brand [T149]', async () => {
  const phone = phones.ph();
  const visitor = await visitorOf('ph');
  // The captcha of one brand's visitor, sent to another brand.
  const otherBrandAnswer = await hiram.send(
    getSms,
    { phone: phones.id(), capcode: visitor.capcode, sid: visitor.sid },
    { ...visitor.context, appName: 'id' },
    { form: true },
  );
  expect(otherBrandAnswer.code).toBe('101');
  const sent = await hiram.send(
    getSms,
    { phone, capcode: visitor.capcode, sid: visitor.sid },
    visitor.context,
    {
      form: true,
    },
  );
  expect(sent.code).toBe('0');
  const { code } = (
    await hiram.until(
      async () => (await hiram.send(sandboxSms, { phone: phone.replace(/^0/, '+63') })).data.messages,
      (all) => all.length > 0,
    )
  )[0] ?? { code: '' };
  const form = {
    phone,
    capcode: visitor.capcode,
    sid: visitor.sid,
    merchantNumber: '0',
    smsCode: code,
    userName: phone,
  };
  const otherBrandRegistration = await hiram.send(
    register,
    form,
    { ...visitor.context, appName: 'spec' },
    { form: true },
  );
  expect(otherBrandRegistration.success).toBe(false);
  expect((await hiram.send(register, form, visitor.context, { form: true })).code).toBe('0');

  const borrower = await hiram.borrower({ state: 'ready' }, 'ph');
  const answer = await hiram.send(ticket, {}, borrower.context);
  const redeemed = await hiram.send(
    redeemTicket,
    { ticket: answer.data.ticket },
    { appName: 'id', deviceId: 'x' },
  );
  expect(redeemed.success).toBe(false);
});

test('one phone number can be a separate borrower of two brands', async () => {
  const phone = `+63917${String(randomInt(1e7)).padStart(7, '0')}`;
  const first = await hiram.borrower({ state: 'ready' }, 'ph');
  await hiram.owner.updateTable('borrower').set({ phone }).where('phone', '=', first.phone).execute();
  const response = await hiram.send(smsCode, { phone, purpose: 'login' }, { appName: 'ph', deviceId: 'd' });
  expect(response.success).toBe(true);
  const { messages } = (
    await hiram.until(
      () => hiram.send(sandboxSms, { phone }),
      (answer) => answer.data.messages.length > 0,
    )
  ).data;
  const code = messages[0]?.code ?? '';
  // A code of one brand opens no session at another.
  const wrong = await hiram.send(login, { phone, smsCode: code }, { appName: 'id', deviceId: 'd' });
  expect(wrong.success).toBe(false);
  expect((await hiram.send(login, { phone, smsCode: code }, { appName: 'ph', deviceId: 'd' })).success).toBe(
    true,
  );
});

test('texts, products and pages of one brand name no other brand', async () => {
  const names = { spec: 'Hiram Lending', ph: 'Hagdan', in: 'Pagdandi', id: 'Undak' } as const;
  for (const brand of brands) {
    const borrower = await hiram.borrower({ state: '174' }, brand);
    const request = await Promise.all([
      hiram.send(homeIndex, {}, borrower.context),
      hiram.send(productDetail, { productId: borrower.productId }, borrower.context),
      hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context),
      hiram.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context),
      hiram.send(legalText, { name: 'loan-terms' }, { appName: brand }),
      hiram.send(channelTemplate, {}, { appName: brand }),
    ]);
    const pages = await Promise.all(
      ['/promotion', '/downloadTemplate', '/agreementTemplate', '/main', '/'].map(async (path) =>
        (await fetch(`${hiram.origin}${path}?appName=${brand}`)).text(),
      ),
    );
    const output = [...request.map((answer) => JSON.stringify(answer)), ...pages].join('\n');
    for (const [other, name] of Object.entries(names))
      expect([brand, other, output.includes(name)]).toEqual([brand, other, other === brand]);
  }
});

test('RTE-07 a request that names an unknown brand is rejected, and one without goes to the first', async () => {
  const answer = await hiram.send(homeIndex, {}, { appName: 'nobody' });
  expect([answer.status, answer.code]).toEqual([400, '40000']);
  for (const path of [
    '/promotion',
    '/promotion/plain',
    '/downloadTemplate',
    '/',
    '/about',
    '/policyText',
    '/order',
    '/login',
  ]) {
    const request = async (query: string) => (await fetch(hiram.origin + path + query)).status;
    expect([path, await request('?appName=nobody'), await request('?appName=nobody&appName=spec')]).toEqual([
      path,
      404,
      404,
    ]);
    expect([path, await request(''), await request('?appName='), await request('?appName=ph')]).toEqual([
      path,
      200,
      200,
      200,
    ]);
  }
});

test.each([
  ['spec', '138 1234 5678', '+8613812345678'],
  ['spec', '+86 138-1234-5678', '+8613812345678'],
  ['spec', '12812345678', undefined],
  ['spec', '1381234567', undefined],
  ['ph', '0917 123 4567', '+639171234567'],
  ['ph', '+63 917 123 4567', '+639171234567'],
  ['ph', '9171234567', '+639171234567'],
  ['ph', '(02) 8555 0100', undefined],
  ['ph', '+62 812 3456 7890', undefined],
  ['in', '98765 43210', '+919876543210'],
  ['in', '+91 98765-43210', '+919876543210'],
  ['in', '11 2345 6789', undefined],
  ['id', '0812 3456 7890', '+6281234567890'],
  ['id', '6281234567890', '+6281234567890'],
  ['id', '021 5550 0177', undefined],
] as const)('PROM-05 in %s the mobile %s is %s', (brand, typed, wanted) => {
  const known = hiram.server.appContext.brands.get(brand);
  expect(known && mobileNumber(known, typed)).toBe(wanted);
});

test('the business day changes at the lender’s midnight in Manila, Kolkata and Jakarta [T244]', async () => {
  const zones = brands.map((brand) => hiram.server.appContext.brands.get(brand)?.timeZone);
  expect(zones).toEqual(['Asia/Manila', 'Asia/Manila', 'Asia/Kolkata', 'Asia/Jakarta']);
});
