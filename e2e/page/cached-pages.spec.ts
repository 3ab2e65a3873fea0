import { readFile } from 'node:fs/promises';
import { changingLine } from '../support/changing-line.ts';
import { expect, type Page, test } from '../support/hiram.ts';

const endedWorker = new URL('../../apps/borrower/dist/workers/ended.js', import.meta.url);

test.use({ serviceWorkers: 'allow' });

/** Opens a borrower's page and waits until the phone has cached it with its answer. */
async function openAndCache(page: Page, address: string): Promise<void> {
  await page.goto(address);
  const isCached = `(async () => {
    const [document] = await Promise.all([caches.match(location.pathname), navigator.serviceWorker.ready]);
    return document !== undefined && localStorage.getItem('hiram.known') !== null;
  })()`;
  await expect.poll(() => page.evaluate(isCached)).toBe(true);
}

/** Everything that this origin has on the phone, as text. */
function cachedOn(page: Page): Promise<string> {
  return page.evaluate<string>(`(async () => {
    const cached = [JSON.stringify([localStorage, sessionStorage, name])];
    for (const cacheName of await caches.keys()) {
      const cache = await caches.open(cacheName);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request, { ignoreVary: true });
        cached.push(request.url, answer.headers.get('set-cookie') ?? '', request.url.includes('/assets/') ? '' : await answer.text());
      }
    }
    return cached.join(' ');
  })()`);
}

const noTips = { kindTips: 0, isScore: 0 } as const;

test('of a borrower only what their session can read is cached, and nobody else sees it [T630]', async ({
  page,
  context,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '180', with: noTips });
  const address = hiram.url('/main', borrower);
  await openAndCache(page, address);
  const cached = await cachedOn(page);
  // Without the time of caching, which may have these digits.
  expect(cached.replace(/"at\\*":\d+/g, '')).not.toMatch(/4[.,]?809|480941|Salapi/);
  expect(cached).toContain('/main');
  expect(cached).not.toContain(borrower.orderId);
  expect(cached.replace(/"hiram\.\w+":"[^"]*"/g, '')).not.toContain(borrower.sessionId);

  await context.setOffline(true);
  await page.goto(address);
  const mark = page.getByRole('status').filter({ hasText: 'No connection: shown as of' });
  await expect(mark).toHaveText(/ \d\d:\d\d\. /);
  await expect(page.getByText('₱4.809,41').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Repay now' })).toBeDisabled();
  await expect(page.getByRole('link', { name: 'Call us' })).toBeVisible();
  // One notice, not two of the same.
  await expect(page.getByText('You are offline')).toBeHidden();

  // Another borrower opens the page on the same phone, first without and then with a connection.
  const other = await hiram.borrower({ state: 'ready', with: noTips });
  const otherAddress = hiram.url('/main', other);
  await page.goto(otherAddress);
  await expect(page.getByRole('heading', { name: 'This did not load' })).toBeVisible();
  await expect(page.getByText('4.809')).toHaveCount(0);
  await expect.poll(() => cachedOn(page)).not.toContain('hiram.known');
  await context.setOffline(false);
  await openAndCache(page, otherAddress);

  // What is cached ends with the session.
  await page.goto(hiram.url('/setting', other));
  await page.getByRole('button', { name: /^Sign out \(/ }).click();
  await page.waitForURL(/\/login/);
  expect(await cachedOn(page)).not.toContain('hiram.known');
});

/** The sum of the layout shifts that no tap has caused. */
const watchShifts = `window.hiramShift = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.hiramShift += entry.value;
}).observe({ type: 'layout-shift', buffered: true });`;

test('without a connection a cached page shows the last figures until new ones replace them [T662] [T663]', {
  tag: '@verify',
}, async ({ page, context, hiram }) => {
  const line = await changingLine(hiram.origin);
  const borrower = await hiram.borrower({ state: '180', with: noTips });
  const address = hiram.url('/main', borrower).replace(hiram.origin, line.origin);
  await page.addInitScript(watchShifts);
  await openAndCache(page, address);

  line.hold();
  await page.goto(address);
  const mark = page.getByText(/^As of \d\d:\d\d\. Updating…$/);
  await expect(mark).toBeVisible();
  await expect(page.getByText('₱4.809,41').first()).toBeVisible();
  const repay = page.getByRole('button', { name: 'Repay now' });
  await expect(repay).toBeDisabled();
  const before = await page.evaluate<number>('window.hiramShift');
  line.change((body) => body.replaceAll('480941', '490041'));
  line.release();
  await expect(page.getByText('₱4.900,41').first()).toBeVisible();
  await expect(page.getByText('Updated: ₱4.900,41')).toBeVisible();
  await expect(mark).toBeHidden();
  await expect(repay).toBeEnabled();
  expect((await page.evaluate<number>('window.hiramShift')) - before).toBeLessThan(0.001);

  // The document of a newer build names another shared script.
  const shared = '/assets/base-newer.js';
  line.serve(shared, '');
  line.change((body) =>
    body.replace('<link rel="modulepreload"', `<link rel="modulepreload" crossorigin href="${shared}">$&`),
  );
  await page.goto(address);
  const state = `(async () => JSON.stringify([(await navigator.serviceWorker.getRegistrations()).length, (await caches.keys()).sort(), localStorage.getItem('hiram.known') !== null]))()`;
  const expectCached = (...cached: unknown[]) =>
    expect.poll(() => page.evaluate(state)).toBe(JSON.stringify(cached));
  await expectCached(1, [`hiram ${shared}`, 'hiram worker'], true);

  // Without its proof the session is none, and its figures go.
  await context.clearCookies();
  await page.goto(address);
  await page.waitForURL(/\/login/);
  await expectCached(1, [`hiram ${shared}`, 'hiram worker'], false);

  line.serve('/hiram-worker.js', await readFile(endedWorker, 'utf8'));
  line.change((body) => body.replace('"cachesPages":true', '"cachesPages":false'));
  await page.goto(`${line.origin}/login`);
  await expectCached(0, [], false);
  line.close();
});
