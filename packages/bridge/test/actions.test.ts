import { describe, expect, test } from 'vitest';
import { createBridge } from '../src/bridge.ts';
import { type Action, actions, type Payload } from '../src/contract.ts';
import { browserPage, pageInHost, settings, watchedNavigation } from './phone.ts';

/** Asks a host that can, one that cannot, and a plain browser; answers what each did. */
async function everywhere<A extends Action>(action: A, payload: Payload<A>, history = false) {
  const able = pageInHost({ history });
  const asked = await able.bridge.request(action, payload);
  expect(asked).toEqual({ ok: true, data: {}, by: 'host' });
  expect(able.went).toEqual([]);
  const unable = pageInHost({ supported: actions.filter((one) => one !== action), history });
  const answered = await unable.bridge.request(action, payload);
  expect(unable.done).toEqual([]);
  const plain = browserPage({ history });
  const alone = await plain.bridge.request(action, payload);
  expect(unable.went).toEqual(plain.went);
  if (alone.ok) {
    expect(alone).toMatchObject({ by: 'web', because: 'not_in_host' });
    expect(answered).toMatchObject({ by: 'web', because: 'unsupported' });
  }
  return { host: able.done, browser: plain.went, alone };
}

describe('each action reaches the host as it was asked, and the web does it where no host can', () => {
  test('BRG-01 BRG-13 a page is opened by the host, or in place', async () => {
    const payload = { url: 'https://partner.example/loan?a=1', title: 'A partner' };
    const { host, browser } = await everywhere('openPage', payload);
    expect(host).toEqual([['openPage', payload]]);
    expect(browser).toEqual(['https://partner.example/loan?a=1']);
  });

  test('BRG-01 an address that runs code or opens any app is asked of nobody [T043]', async () => {
    const { bridge, done, went } = pageInHost();
    for (const url of [
      'javascript:alert(1)',
      'JAVASCRIPT:alert(1)',
      'java\nscript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/hosts',
      'intent://x#Intent;end',
      'content://sms',
      '/main',
      '',
    ])
      expect(await bridge.request('openPage', { url }), url).toEqual({ ok: false, error: 'invalid_payload' });
    expect([done, went]).toEqual([[], []]);
  });

  test('BRG-01 BRG-13 outside the app its own addresses end in the store, another app’s where they are told of', async () => {
    const { bridge, went } = browserPage();
    expect(await bridge.request('openPage', { url: 'hiram://coupons' })).toMatchObject({ by: 'web' });
    expect(went).toEqual(['hiram://coupons', 'https://store.example/hiram']);
    const other = await bridge.request('openPage', { url: 'gcash://pay' });
    expect([other, went.slice(2)]).toEqual([{ ok: false, error: 'not_in_host' }, ['gcash://pay']]);
  });

  test('BRG-02 BRG-13 the web view is closed, or the page goes back, or home where there is no way back', async () => {
    const { host, browser } = await everywhere('closeWebView', {}, true);
    expect(host).toEqual([['closeWebView', {}]]);
    expect(browser).toEqual(['back']);
    expect((await everywhere('closeWebView', {})).browser).toEqual(['/main']);
  });

  test('BRG-03 BRG-13 a page with its parameter: the host’s, or the web’s own', async () => {
    const { host, browser } = await everywhere('goToPage', { page: 'apply', param: { productId: '7' } });
    expect(host).toEqual([['goToPage', { page: 'apply', param: { productId: '7' } }]]);
    expect(browser).toEqual(['/apply?productId=7']);
  });

  test('BRG-03 BRG-13 a page that only the app has: by deep link, and home where no app takes it up', async () => {
    const payload = { page: 'coupons', param: { from: 'a b' } };
    expect((await everywhere('goToPage', payload)).browser).toEqual(['hiram://coupons?from=a+b', '/main']);
    const installed = browserPage({ appOpens: true });
    await installed.bridge.request('goToPage', payload);
    expect(installed.went).toEqual(['hiram://coupons?from=a+b']);
  });

  test('BRG-04 BRG-13 home is the app’s, or /main', async () => {
    const { host, browser } = await everywhere('goHome', {});
    expect(host).toEqual([['goHome', {}]]);
    expect(browser).toEqual(['/main']);
  });

  test('BRG-05 BRG-13 mine is the app’s, or /setting', async () => {
    const { host, browser } = await everywhere('goMine', {});
    expect(host).toEqual([['goMine', {}]]);
    expect(browser).toEqual(['/setting']);
  });

  test('BRG-06 BRG-13 login is forced by the app, or by /login with no way back', async () => {
    const { host, browser } = await everywhere('forceLogin', { reason: 'session' });
    expect(host).toEqual([['forceLogin', { reason: 'session' }]]);
    expect(browser).toEqual(['replace /login']);
  });

  test('BRG-07 BRG-13 a number is called by the app, or by a tel: link', async () => {
    const { host, browser } = await everywhere('callPhone', { phone: '+63288881234' });
    expect(host).toEqual([['callPhone', { phone: '+63288881234' }]]);
    expect(browser).toEqual(['tel:+63288881234']);
  });

  test('BRG-07 service codes and other schemes are no telephone number', async () => {
    const { bridge, done } = pageInHost();
    for (const phone of ['*123#', '12', '0917 123', '091;ext=1', 'sms:0917'])
      expect(await bridge.request('callPhone', { phone })).toEqual({ ok: false, error: 'invalid_payload' });
    expect(done).toEqual([]);
  });

  test('BRG-08 BRG-13 the app is rated in its own way, or in the store', async () => {
    const { host, browser } = await everywhere('rateApp', {});
    expect(host).toEqual([['rateApp', {}]]);
    expect(browser).toEqual(['https://store.example/hiram']);
  });

  test('BRG-09 an event is confirmed with its properties; where nobody counts it, that is told', async () => {
    const payload = { event: 'loan_push', properties: { amount: 5000, first: true, source: 'main' } };
    const { host, alone, browser } = await everywhere('confirmEvent', payload);
    expect(host).toEqual([['confirmEvent', payload]]);
    expect([alone, browser]).toEqual([{ ok: false, error: 'not_in_host' }, []]);
  });

  test('BRG-09 BRG-13 outside a host an event is counted by the page, where it counts any', async () => {
    const counted: unknown[] = [];
    const { navigation } = watchedNavigation();
    const track = (...given: unknown[]) => void counted.push(given);
    const bridge = createBridge({ transport: undefined, navigation, settings: { ...settings, track } });
    const payload = { event: 'loan_push', properties: { amount: 5000 } };
    expect(await bridge.request('confirmEvent', payload)).toMatchObject({ by: 'web' });
    expect(counted).toEqual([['loan_push', { amount: 5000 }]]);
  });

  test('BRG-12 a list is no payload, though the compiler takes it for an empty one', async () => {
    const { bridge, done } = pageInHost();
    expect(await bridge.request('goHome', [])).toEqual({ ok: false, error: 'invalid_payload' });
    expect(done).toEqual([]);
  });

  test('BRG-10 BRG-13 the bank flow starts in the app, or at /bindBank for the same loan', async () => {
    const { host, browser } = await everywhere('startBankFlow', { productId: 'p1', orderId: 'o9' });
    expect(host).toEqual([['startBankFlow', { productId: 'p1', orderId: 'o9' }]]);
    expect(browser).toEqual(['/bindBank?productId=p1&orderId=o9&source=loanDetail']);
  });

  test('BRG-11 BRG-13 the bank flow ends with its result, or by going back', async () => {
    const { host, browser } = await everywhere('endBankFlow', { result: 'saved' }, true);
    expect(host).toEqual([['endBankFlow', { result: 'saved' }]]);
    expect(browser).toEqual(['back']);
    expect((await everywhere('endBankFlow', { result: 'cancelled' })).browser).toEqual(['/main']);
  });
});
