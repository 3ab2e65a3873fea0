import { describe, expect, test } from 'vitest';
import { createBridge } from '../src/bridge.ts';
import { type Action, actions, type Payload } from '../src/contract.ts';
import { browserPage, pageInHost, settings, watchedNavigation } from './phone.ts';

/**
 * Requests the actions from a host that supports them, from one that does not, and in a plain browser.
 * Returns what each did.
 */
async function requestInEachHost<A extends Action>(action: A, payload: Payload<A>, history = false) {
  const able = pageInHost({ history });
  const result = await able.bridge.request(action, payload);
  expect(result).toEqual({ ok: true, data: {}, by: 'host' });
  expect(able.navigations).toEqual([]);
  const unable = pageInHost({ supported: actions.filter((item) => item !== action), history });
  const answered = await unable.bridge.request(action, payload);
  expect(unable.done).toEqual([]);
  const plain = browserPage({ history });
  const inBrowser = await plain.bridge.request(action, payload);
  expect(unable.navigations).toEqual(plain.navigations);
  if (inBrowser.ok) {
    expect(inBrowser).toMatchObject({ by: 'web', because: 'not_in_host' });
    expect(answered).toMatchObject({ by: 'web', because: 'unsupported' });
  }
  return { host: able.done, browser: plain.navigations, alone: inBrowser };
}

describe('each action reaches the host unchanged, and the web does it if no host can', () => {
  test('BRG-01 BRG-13 the host opens a page, or the page opens in place', async () => {
    const payload = { url: 'https://partner.example/loan?a=1', title: 'A partner' };
    const { host, browser } = await requestInEachHost('openPage', payload);
    expect(host).toEqual([['openPage', payload]]);
    expect(browser).toEqual(['https://partner.example/loan?a=1']);
  });

  test('BRG-01 an address that runs code or opens an arbitrary app is not passed on [T043]', async () => {
    const { bridge, done, navigations } = pageInHost();
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
    expect([done, navigations]).toEqual([[], []]);
  });

  test('BRG-01 BRG-13 outside the app its own addresses lead to the store, and another app’s are rejected', async () => {
    const { bridge, navigations } = browserPage();
    expect(await bridge.request('openPage', { url: 'hiram://coupons' })).toMatchObject({ by: 'web' });
    expect(navigations).toEqual(['hiram://coupons', 'https://store.example/hiram']);
    const other = await bridge.request('openPage', { url: 'gcash://pay' });
    expect([other, navigations.slice(2)]).toEqual([{ ok: false, error: 'not_in_host' }, ['gcash://pay']]);
  });

  test('BRG-02 BRG-13 the web view closes, or the page goes back, or home without history', async () => {
    const { host, browser } = await requestInEachHost('closeWebView', {}, true);
    expect(host).toEqual([['closeWebView', {}]]);
    expect(browser).toEqual(['back']);
    expect((await requestInEachHost('closeWebView', {})).browser).toEqual(['/main']);
  });

  test('BRG-03 BRG-13 a page with its parameter is the host’s, or the web’s own', async () => {
    const { host, browser } = await requestInEachHost('goToPage', {
      page: 'apply',
      param: { productId: '7' },
    });
    expect(host).toEqual([['goToPage', { page: 'apply', param: { productId: '7' } }]]);
    expect(browser).toEqual(['/apply?productId=7']);
  });

  test('BRG-03 BRG-13 a page that only the app has opens by deep link, or home if no app responds', async () => {
    const payload = { page: 'coupons', param: { from: 'a b' } };
    expect((await requestInEachHost('goToPage', payload)).browser).toEqual([
      'hiram://coupons?from=a+b',
      '/main',
    ]);
    const installed = browserPage({ appOpens: true });
    await installed.bridge.request('goToPage', payload);
    expect(installed.navigations).toEqual(['hiram://coupons?from=a+b']);
  });

  test('BRG-04 BRG-13 home is the app’s, or /main', async () => {
    const { host, browser } = await requestInEachHost('goHome', {});
    expect(host).toEqual([['goHome', {}]]);
    expect(browser).toEqual(['/main']);
  });

  test('BRG-05 BRG-13 the profile is the app’s, or /setting', async () => {
    const { host, browser } = await requestInEachHost('goMine', {});
    expect(host).toEqual([['goMine', {}]]);
    expect(browser).toEqual(['/setting']);
  });

  test('BRG-06 BRG-13 the app forces a sign-in, or /login replaces the page', async () => {
    const { host, browser } = await requestInEachHost('forceLogin', { reason: 'session' });
    expect(host).toEqual([['forceLogin', { reason: 'session' }]]);
    expect(browser).toEqual(['replace /login']);
  });

  test('BRG-07 BRG-13 a number is called by the app, or by a tel: link', async () => {
    const { host, browser } = await requestInEachHost('callPhone', { phone: '+63288881234' });
    expect(host).toEqual([['callPhone', { phone: '+63288881234' }]]);
    expect(browser).toEqual(['tel:+63288881234']);
  });

  test('BRG-07 service codes and other schemes are not accepted as telephone numbers', async () => {
    const { bridge, done } = pageInHost();
    for (const phone of ['*123#', '12', '0917 123', '091;ext=1', 'sms:0917'])
      expect(await bridge.request('callPhone', { phone })).toEqual({ ok: false, error: 'invalid_payload' });
    expect(done).toEqual([]);
  });

  test('BRG-08 BRG-13 the app is rated in its own dialog, or in the store', async () => {
    const { host, browser } = await requestInEachHost('rateApp', {});
    expect(host).toEqual([['rateApp', {}]]);
    expect(browser).toEqual(['https://store.example/hiram']);
  });

  test('BRG-09 an event is reported with its properties; if nobody counts it the caller learns it', async () => {
    const payload = { event: 'loan_push', properties: { amount: 5000, first: true, source: 'main' } };
    const { host, alone, browser } = await requestInEachHost('confirmEvent', payload);
    expect(host).toEqual([['confirmEvent', payload]]);
    expect([alone, browser]).toEqual([{ ok: false, error: 'not_in_host' }, []]);
  });

  test('BRG-09 BRG-13 outside a host the page counts an event if it counts any', async () => {
    const counted: unknown[] = [];
    const { navigation } = watchedNavigation();
    const track = (...values: unknown[]) => void counted.push(values);
    const bridge = createBridge({ transport: undefined, navigation, settings: { ...settings, track } });
    const payload = { event: 'loan_push', properties: { amount: 5000 } };
    expect(await bridge.request('confirmEvent', payload)).toMatchObject({ by: 'web' });
    expect(counted).toEqual([['loan_push', { amount: 5000 }]]);
  });

  test('BRG-12 a list is rejected as a payload although the compiler accepts an empty one', async () => {
    const { bridge, done } = pageInHost();
    expect(await bridge.request('goHome', [])).toEqual({ ok: false, error: 'invalid_payload' });
    expect(done).toEqual([]);
  });

  test('BRG-10 BRG-13 the bank flow starts in the app, or at /bindBank for the same loan', async () => {
    const { host, browser } = await requestInEachHost('startBankFlow', { productId: 'p1', orderId: 'o9' });
    expect(host).toEqual([['startBankFlow', { productId: 'p1', orderId: 'o9' }]]);
    expect(browser).toEqual(['/bindBank?productId=p1&orderId=o9&source=loanDetail']);
  });

  test('BRG-11 BRG-13 the bank flow ends with its result, or by going back', async () => {
    const { host, browser } = await requestInEachHost('endBankFlow', { result: 'saved' }, true);
    expect(host).toEqual([['endBankFlow', { result: 'saved' }]]);
    expect(browser).toEqual(['back']);
    expect((await requestInEachHost('endBankFlow', { result: 'cancelled' })).browser).toEqual(['/main']);
  });
});
