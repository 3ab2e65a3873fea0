import { randomBytes } from 'node:crypto';
import { problemDetail, problemSave } from '@hiram/contract/complaint';
import { confirmDetail, loanPush } from '@hiram/contract/confirm';
import { sandboxComplaintAnswer } from '@hiram/contract/sandbox';
import sharp from 'sharp';
import { runUntilShown, stopClock } from '../support/clock.ts';
import { cuttingProxy } from '../support/cutting-proxy.ts';
import { type Demo, expect, type Hiram, type Page, test } from '../support/hiram.ts';

const openForm = async (page: Page, hiram: Hiram, borrower: Demo, more: Record<string, string> = {}) => {
  await page.goto(hiram.url('/complainPageNext', borrower, { problemType: '4', ...more }));
  await expect(page.getByLabel('Problem description')).toBeVisible();
};
const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c07030' } })
    .jpeg()
    .toBuffer();
const asFile = (buffer: Buffer, name = 'photo.jpg') => ({ name, mimeType: 'image/jpeg', buffer });
const add = (page: Page) => page.getByLabel('Photos (optional)');
const save = (hiram: Hiram, borrower: Demo, input: Record<string, unknown> = {}) =>
  hiram.send(
    problemSave,
    { problemType: 4, problemDetail: 'My payment does not show.', orderNo: borrower.orderId, ...input },
    { sessionId: borrower.sessionId },
  );

test('CMP-01 CMP-03 CMP-05 from its order a borrower opens the card and kinds of a complaint', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '180', with: { kindTips: 0 } });
  await page.goto(hiram.url('/order', borrower));
  await page.getByRole('link', { name: 'Something wrong with this loan?' }).click();
  await expect(page.getByRole('heading', { name: 'Select question type' })).toBeVisible();
  await expect(page.getByText('Salapi Loan')).toBeVisible();
  await expect(page.getByRole('link', { name: 'My complaints' })).toHaveAttribute(
    'href',
    /\/complaintList\?/,
  );
  await expect(page.getByRole('button', { name: 'Threats or violence' })).toHaveCount(0);
  await page.getByRole('button', { name: 'How a payment was collected' }).click();
  await page.getByRole('button', { name: 'Threats or violence' }).click();
  await expect(page).toHaveURL(/\/complainPageNext\?problemType=1&problemSonType=1&/);
  await expect(page.getByText('Threats or violence')).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'A payment', exact: true }).click();
  await expect(page).toHaveURL(/\/complainPageNext\?problemType=4&orderId=/);
  await expect(page.getByText('A payment', { exact: true })).toBeVisible();
});

test('CMP-18 the chosen order of All becomes the card and the order that is sent', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '200', with: { isScore: 0 } });
  const context = { sessionId: borrower.sessionId };
  const offer = await hiram.send(confirmDetail, { productId: borrower.productId }, context);
  await hiram.send(
    loanPush,
    { productId: borrower.productId, amount: offer.amount, periods: offer.periods, termUnit: offer.termUnit },
    context,
  );
  await page.goto(hiram.url('/complaint', { ...borrower, orderId: '' }));
  await page.getByRole('button', { name: 'How a payment was collected' }).click();
  await expect(page.getByText('El pedido seleccionado no admite')).toBeVisible();
  await page.getByRole('button', { name: 'All loans' }).click();
  await expect(page.getByRole('dialog').locator('img[src*="/api/logo/"]')).toHaveCount(2);
  await page.getByRole('radio', { name: /Settled/ }).check();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(/^Settled · L-/)).toBeVisible();
  // A borrower who opens a form and returns sees the chosen order, not the order that the page was opened with.
  await page.getByRole('button', { name: 'A payment', exact: true }).click();
  await expect(page.getByLabel('Problem description')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByText(/^Settled · L-/)).toBeVisible();
  await page.getByRole('button', { name: 'How a payment was collected' }).click();
  await page.getByRole('button', { name: 'Insults or shaming' }).click();
  await page.getByLabel('Problem description').fill('It was long ago, and it still hurts.');
  const saved = page.waitForRequest('**/user-problem/problem-save*');
  await page.getByRole('button', { name: 'Send' }).click();
  expect((await saved).postDataJSON()).toMatchObject({
    problemType: 1,
    problemSonType: 2,
    orderNo: borrower.orderId,
    problemImage: '',
  });
});

test('CMP-09 a file that is not a picture frees its slot, and a large photo is sent smaller and upright', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '180' });
  await openForm(page, hiram, borrower);
  await add(page).setInputFiles(asFile(Buffer.from('plain words')));
  await expect(page.getByText('This file is not a picture that we can read.')).toBeVisible();
  await expect(page.getByText('0/9')).toBeVisible();
  const lying = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#2050a0' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const answered = page.waitForResponse('**/upload-problem-img*');
  await add(page).setInputFiles(asFile(lying));
  await expect(page.getByText('Upload succeeded!')).toBeVisible();
  const { data } = (await (await answered).json()) as { data: { url: string } };
  // The server would keep up to 2000 pixels, so the stored size is the size that the page sent.
  const stored = await (await fetch(hiram.origin + data.url)).arrayBuffer();
  const { width, height } = await sharp(Buffer.from(stored)).metadata();
  expect([width, height]).toEqual([1200, 1600]);
});

test('CMP-10 the picker is disabled at nine pictures and enabled when one is removed', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: '180' });
  await openForm(page, hiram, borrower);
  const picture = asFile(await photo(40, 40));
  await add(page).setInputFiles(Array.from({ length: 11 }, () => picture));
  await expect(page.getByText('9/9')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Uploading' })).toHaveCount(0);
  await expect(add(page)).toBeDisabled();
  const tops = await page
    .getByRole('listitem')
    .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().top)));
  expect(new Set(tops.slice(0, 3)).size).toBe(1);
  expect(tops[3]).toBeGreaterThan(tops[2] ?? 0);
  await page.getByRole('button', { name: 'Remove picture 9' }).click();
  await expect(add(page)).toBeEnabled();
  await page.getByLabel('Problem description').fill('Nine less one.');
  const saved = page.waitForRequest('**/user-problem/problem-save*');
  await page.getByRole('button', { name: 'Send' }).click();
  const { problemImage } = (await saved).postDataJSON() as { problemImage: string };
  expect(problemImage.split(',')).toHaveLength(8);
  await expect(page.getByRole('dialog')).toContainText('Thank you');
});

test('an interrupted upload resumes by itself and is stored once', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '180' });
  await openForm(page, hiram, borrower);
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().includes('upload-problem-img')) keys.push(request.headers()['idempotency-key']);
  });
  await page.context().setOffline(true);
  await add(page).setInputFiles(asFile(await photo(900, 700)));
  await expect.poll(() => keys.length).toBe(1);
  await expect(page.getByRole('img', { name: 'Uploading' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('Upload succeeded!')).toBeVisible();
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
});

test('an upload that breaks while sending, and again before the answer, stores one picture', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '180' });
  const line = await cuttingProxy(
    Number(new URL(hiram.origin).port),
    'POST /api/user-problem/upload-problem-img',
    ['sending', 'answering'],
  );
  const noise = await sharp(randomBytes(1200 * 900 * 3), { raw: { width: 1200, height: 900, channels: 3 } })
    .jpeg()
    .toBuffer();
  const url = new URL(hiram.url('/complainPageNext', borrower, { problemType: '4' }));
  url.port = String(line.port);
  await page.goto(url.href);
  await add(page).setInputFiles(asFile(noise));
  await expect(page.getByText('Upload succeeded!')).toBeVisible();
  expect(line.cut()).toBe(2);
  await page.getByLabel('Problem description').fill('The line broke twice.');
  const saved = page.waitForResponse('**/user-problem/problem-save*');
  await page.getByRole('button', { name: 'Send' }).click();
  const { data }: { data: { problemId: string } } = JSON.parse(await (await saved).text());
  const detail = await hiram.send(
    problemDetail,
    { problemId: data.problemId },
    { sessionId: borrower.sessionId },
  );
  expect(detail.images).toHaveLength(1);
  line.close();
});

test('CMP-12 CMP-13 after saving, thanks with the promised day are shown for 1.5 s', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '180' });
  await page.clock.install();
  await openForm(page, hiram, borrower);
  await page.evaluate("localStorage.setItem('anything', '1')");
  await page.getByLabel('Problem description').fill('Please look at my payment.');
  await expect(page.getByText(/^We reply within 3 working days: by \d+ \w+ \d{4}\.$/)).toBeVisible();
  await stopClock(page);
  await page.getByRole('button', { name: 'Send' }).click();
  const thanks = page.getByRole('dialog').getByText(/Complaint number C\d{6}-\w{6}\. We reply by/);
  await runUntilShown(page, thanks);
  await page.clock.runFor(1_200);
  await expect(thanks).toBeVisible();
  const home = page.waitForURL('**/complaint?*');
  // More than the rest, for a timer that began a little after the dialog opened.
  await page.clock.runFor(1_600);
  await home;
  expect(await page.evaluate('localStorage.length')).toBe(0);
});

test('typed text and pictures survive a closed web view', async ({ page, hiram, context }) => {
  const borrower = await hiram.borrower({ state: '180' });
  await openForm(page, hiram, borrower);
  await page.getByLabel('Problem description').fill('I was in the middle of');
  await add(page).setInputFiles(asFile(await photo(50, 50)));
  await expect(page.getByText('Upload succeeded!')).toBeVisible();
  await page.close();
  const again = await context.newPage();
  await again.goto(hiram.url('/complaint', borrower));
  await again.getByRole('link', { name: 'You started a complaint. Continue.' }).click();
  await expect(again.getByLabel('Problem description')).toHaveValue('I was in the middle of');
  await expect(again.getByText('1/9')).toBeVisible();
});

test('another borrower on the same phone does not see a draft [T184]', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  const first = await hiram.borrower({ state: '180' });
  await openForm(page, hiram, first);
  await page.getByLabel('Problem description').fill('Mine alone');
  const second = await hiram.borrower({ state: '180' });
  await page.goto(hiram.url('/complaint', second));
  await expect(page.getByRole('heading', { name: 'Select question type' })).toBeVisible();
  await expect(page.getByText('You began a complaint.')).toHaveCount(0);
  await openForm(page, hiram, second);
  await expect(page.getByLabel('Problem description')).toHaveValue('');
  await openForm(page, hiram, first);
  await expect(page.getByLabel('Problem description')).toHaveValue('Mine alone');
});

test('CMP-04 CMP-19 an order that was not collected shows a toast in Spanish and no sub-types', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '170' });
  await page.goto(hiram.url('/complaint', borrower));
  await page.getByRole('button', { name: 'How a payment was collected' }).click();
  await expect(page.getByText('El pedido seleccionado no admite')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Threats or violence' })).toHaveCount(0);
  await expect(page).toHaveURL(/\/complaint\?/);
  await openForm(page, hiram, borrower, { problemType: '1', problemSonType: '1' });
  await page.getByLabel('Problem description').fill('Still here?');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('El pedido seleccionado no admite')).toBeVisible();
  await expect(page).toHaveURL(/complainPageNext/);
  await expect(page.getByLabel('Problem description')).toHaveValue('Still here?');
  expect(await page.evaluate('JSON.stringify(localStorage)')).toContain('Still here?');
});

test('CMP-19 an answer without success true creates no complaint, whatever its code', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: '180' });
  await openForm(page, hiram, borrower);
  await page.getByLabel('Problem description').fill('Was it sent?');
  const data = { problemId: borrower.orderId, reference: 'C261122-AAAAAA', promisedBy: '2026-11-25' };
  await page.route('**/user-problem/problem-save*', (route) =>
    route.fulfill({ json: { success: false, code: '00', message: 'Not now.', data } }),
  );
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Not now.')).toBeVisible();
  await page.route('**/user-problem/problem-save*', (route) =>
    route.fulfill({ json: { code: '00', message: '', data } }),
  );
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('error', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByLabel('Problem description')).toHaveValue('Was it sent?');
  expect(await page.evaluate('JSON.stringify(localStorage)')).toContain('Was it sent?');
});

test('CMP-14 CMP-15 a tap in the list opens a complaint read-only with its Process Result', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '180' });
  await page.goto(hiram.url('/complaintList', borrower));
  await expect(page.getByRole('button', { name: 'Make a complaint' })).toBeVisible();
  const { problemId, reference } = await save(hiram, borrower);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Open (1)' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('link', { name: /My payment does not show/ }).click();
  await expect(page).toHaveURL(new RegExp(`complainDetails\\?problemId=${problemId}`));
  await expect(page.getByText(reference)).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Process Result' })).toContainText(
    'We received it. A person answers it by',
  );
  await hiram.send(sandboxComplaintAnswer, { problemId, disposeDetail: 'Found it.', isNeedScore: 0 });
  await page.reload();
  await expect(page.getByRole('region', { name: 'Process Result' })).toContainText('Found it.');
});
