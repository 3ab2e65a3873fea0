import type { Page } from '@playwright/test';
import { borrowerWithoutApp } from '../support/borrower-without-app.ts';
import { changingLine } from '../support/changing-line.ts';
import { expect, test } from '../support/hiram.ts';

/** The files of scripts that the page requests. */
function requestedScripts(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    const [, name] = /\/assets\/([\w-]+?)-[\w-]{8}\.js$/.exec(request.url()) ?? [];
    if (name !== undefined) seen.push(name);
  });
  return seen;
}

const noDialogs = { kindTips: 0, isDelay: 0 } as const;

test('a browser’s first document works without a file of scripts [T743]', async ({ page, hiram }) => {
  const borrower = await borrowerWithoutApp(hiram, { state: '180', with: noDialogs });
  const scripts = requestedScripts(page);
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(hiram.url('/order', borrower), { waitUntil: 'commit' });
  // The app has taken the answer that its view shows.
  await expect.poll(() => page.evaluate('window.hiramStarted && window.hiramFirst === undefined')).toBe(true);
  await expect.poll(() => scripts).toContain('later');
  expect(scripts.filter((name) => /^(base|story|Order|start|texts-Order-en$)/.test(name))).toEqual([]);
  await page.evaluate('window.sameDocument = true');
  await page.getByRole('button', { name: 'Repayment' }).click();
  held.resolve();
  // The files import the shared script: one with a router of its own would not show the screen.
  await expect(page.getByRole('button', { name: 'Get payment code' })).toBeVisible();
  expect(await page.evaluate('window.sameDocument')).toBe(true);
  expect(scripts).toContain('base');
});

test('a tap on the first view that comes before the app waits for it [T745]', async ({ page, hiram }) => {
  const borrower = await borrowerWithoutApp(hiram, { state: '180', with: noDialogs });
  const address = hiram.url('/order', borrower);
  await page.goto(address);
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Repayment' }).click();
  expect(await page.evaluate('window.hiramStarted')).toBeUndefined();
  held.resolve();
  await expect(page.getByRole('button', { name: 'Get payment code' })).toBeVisible();
});

test('a first document that is cut before its scripts loads them as files [T744]', async ({
  browser,
  hiram,
}) => {
  const line = await changingLine(hiram.origin);
  const element = /(<script type="text\/plain" class="hiram-scripts">)(.{40000,}?)(<\/script>)/s;
  const changes: readonly ((document: string) => string)[] = [
    (document) => document.slice(0, document.search(element) + 2_000),
    // A changed text has another hash than the policy allows.
    (document) => document.replace(element, (_, begin, script, end) => `${begin}${script}\n${end}`),
  ];
  for (const [at, change] of changes.entries()) {
    const borrower = await borrowerWithoutApp(hiram, { state: '180', with: noDialogs });
    const page = await (await browser.newContext()).newPage();
    const scripts = requestedScripts(page);
    let changed = 0;
    line.change((body) => {
      if (!element.test(body)) return body;
      changed += 1;
      return change(body);
    });
    await page.goto(hiram.url('/order', borrower).replace(hiram.origin, line.origin));
    await page.getByRole('button', { name: 'Repayment' }).click();
    await expect(page.getByRole('button', { name: 'Get payment code' })).toBeVisible();
    expect([at, changed, scripts.includes('start-Order')]).toEqual([at, 1, true]);
    await page.context().close();
  }
  line.close();
});
