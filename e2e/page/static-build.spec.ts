import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@hiram/server/test/support/processes/free-port.ts';
import { expect, startHiram, test } from '../support/hiram.ts';
import { serveFolder } from '../support/static-host.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

let out: string;
let port: number;
test.beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), 'hiram-static-'));
  port = await freePort();
  const api = `http://localhost:${port}`;
  execFileSync(process.execPath, ['scripts/build.mjs', '--brand', 'ph', '--out', out, '--api', api], {
    cwd: root,
  });
});
test.afterAll(() => rmSync(out, { recursive: true, force: true }));

test('a brand’s folder on any static host works with an API that names its origin [T133]', {
  tag: '@verify',
}, async ({ page }) => {
  const api = `http://localhost:${port}`;
  const site = await serveFolder(out);
  const other = await serveFolder(out);
  const { hiram, end } = await startHiram({ PORT: String(port), CORS_ORIGINS: site.origin });
  try {
    const { origin } = site;
    const faults: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) calls.push(request.url());
    });
    // A borrower of the brand signs in with a code, because there is no host app.
    const borrower = await hiram.borrower({ state: 'ready', kind: 'single' }, { appName: 'ph' });
    await page.goto(`${origin}/login?returnTo=/main`);
    await page.getByLabel('Mobile number').fill(borrower.phone);
    await page.getByRole('button', { name: 'get code' }).click();
    const code = async () => {
      const answer = await fetch(`${api}/api/sandbox/sms?${new URLSearchParams({ phone: borrower.phone })}`);
      const { data }: { data: { messages: { code?: string }[] } } = JSON.parse(await answer.text());
      return data.messages[0]?.code ?? '';
    };
    await expect.poll(code).toMatch(/^\d{6}$/);
    await page.getByLabel('Code', { exact: true }).fill(await code());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => /^\/main\/?$/.test(url.pathname));
    // Continue to the disclosure statement, whose text the API serves to the page's reader.
    await page.getByRole('button', { name: 'Choose my amount' }).click();
    await page.getByRole('button', { name: /^Continue with/ }).click();
    await page.getByRole('button', { name: 'Read before you agree' }).click();
    await expect(page.getByRole('dialog').getByText('Net proceeds').first()).toBeVisible();
    await page.getByRole('button', { name: 'I have read it' }).click();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: /^Apply for ₱/ }).click();
    await page.waitForURL(/\/order\/?\?/);
    await expect(page.getByRole('heading', { name: /is ready for you$/ })).toBeVisible();
    expect(calls.length).toBeGreaterThan(5);
    for (const url of calls) {
      expect(url.startsWith(`${api}/api/`)).toBe(true);
      if (url.includes('/v3/')) expect(new URL(url).searchParams.get('appName')).toBe('ph');
    }
    // A visitor's page from the same folder. Its captcha and its texts come from the API.
    await page.goto(`${origin}/promotion?templateId=2-plain&utm_tag=nov`);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('');
    const picture = page.getByAltText('Four characters to type');
    await expect.poll(() => picture.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBe(400);
    expect(faults).toEqual([]);

    await page.goto(`${other.origin}/promotion`);
    await expect.poll(() => faults.some((fault) => fault.includes('CORS'))).toBe(true);
    const answer = await fetch(`${api}/api/get-sid`, { headers: { origin: other.origin } });
    // Read the whole body: otherwise the server waits for this connection when it stops.
    await answer.text();
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  } finally {
    await page.context().close();
    await end();
    site.close();
    other.close();
  }
});
