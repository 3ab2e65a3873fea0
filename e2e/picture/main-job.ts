/**
 * Makes the README's pictures: a borrower signs in, confirms a loan, gets the money and repays, in the real app against a
 * sandbox server of its own; and the simulated app. `npm run picture` starts it. Argument: the folder to write into.
 */
import { join } from 'node:path';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { codeOf } from '../support/account.ts';
import { startChild } from '../support/child-process.ts';
import { type Hiram, startHiram } from '../support/hiram.ts';
import { writeAnimation, writePicture, writeStill } from './draw.ts';
import { type Frame, type Recording, record } from './recording.ts';

const viewport = { width: 360, height: 720 };

async function signIn(page: Page, recording: Recording, hiram: Hiram, phone: string): Promise<void> {
  recording.step('Sign in');
  await page.goto(`${hiram.origin}/login`);
  await page.getByLabel('Mobile number').waitFor();
  await recording.hold(700);
  await recording.type(page.getByLabel('Mobile number'), phone.replace(/^\+63/, '0'));
  const sent = page.waitForResponse((response) => response.url().includes('/sms-code'));
  await recording.tap(page.getByRole('button', { name: 'get code' }));
  await sent;
  await recording.type(page.getByLabel('Code', { exact: true }), await codeOf(hiram, phone));
  await recording.tap(page.getByRole('button', { name: 'Sign in' }));
  await page.waitForURL('**/main*');
}

async function confirm(page: Page, recording: Recording): Promise<void> {
  recording.step('Choose a loan');
  const choose = page.getByRole('button', { name: 'Choose my amount' });
  await choose.waitFor();
  await recording.hold(1_600);
  await recording.tap(choose);
  const apply = page.getByRole('button', { name: /^Apply for/ });
  await apply.waitFor();
  await recording.hold(1_500);
  await recording.tap(apply);
  recording.step('Read what it costs, confirm');
  const statement = page.getByRole('button', { name: 'Read before you agree' });
  await statement.waitFor();
  await recording.hold(1_500);
  await recording.tap(statement);
  await page.getByRole('dialog').getByText('Finance charge').first().waitFor();
  await recording.hold(1_300);
  await recording.tap(page.getByRole('button', { name: 'I have read it' }));
  await recording.tap(page.getByRole('checkbox'));
  await recording.tap(page.getByRole('button', { name: 'Next' }));
  await page.waitForURL(/\/order\?.*from=confirm/);
}

async function withdraw(page: Page, recording: Recording): Promise<void> {
  recording.step('Say where the money goes');
  await page.getByRole('button', { name: 'Add payout account' }).waitFor();
  await recording.hold(900);
  await recording.tap(page.getByRole('button', { name: 'Add payout account' }));
  await page.waitForURL(/\/bindBank\?/);
  await recording.tap(page.getByRole('radiogroup', { name: 'E-wallet' }).getByText('GCash'));
  await recording.hold(500);
  await recording.tap(page.getByRole('button', { name: 'Next' }));
  recording.step('The money arrives');
  const withdrawNow = page.getByRole('button', { name: /^Send / });
  await withdrawNow.waitFor();
  await recording.hold(900);
  await recording.tap(withdrawNow);
  await page.getByText('Loan active').waitFor();
  await recording.hold(1_900);
}

async function repay(page: Page, recording: Recording, hiram: Hiram): Promise<void> {
  recording.step('Repay');
  await recording.tap(page.getByRole('button', { name: 'Repay now' }));
  await page.getByRole('button', { name: /^Pay ₱/ }).waitFor();
  await recording.hold(1_200);
  await recording.tap(page.getByRole('button', { name: /^Pay ₱/ }));
  await page.waitForURL(/\/repaymentOfCode\?/);
  const payCode = new URL(page.url()).searchParams.get('payCode') ?? '';
  await page.getByText('Waiting for your payment').waitFor();
  const code = page.locator('img[src*="code-image"]');
  await expect
    .poll(() => code.evaluate((image: { naturalWidth?: number }) => image.naturalWidth))
    .toBeGreaterThan(0);
  await recording.hold(1_600);
  await hiram.pay(payCode);
  recording.step('The payment is there');
  await page.getByRole('button', { name: 'See my loan' }).waitFor();
  await recording.hold(1_400);
  await recording.tap(page.getByRole('button', { name: 'See my loan' }));
  await page.waitForURL(/\/order\?/);
  await page.getByRole('button', { name: 'Repay now' }).waitFor();
  await recording.hold(2_600);
}

async function mainJob(browser: Browser, hiram: Hiram): Promise<readonly Frame[]> {
  const { phone } = await hiram.borrower({ state: 'ready', kind: 'perPeriod' });
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: 1.5,
    hasTouch: true,
    locale: 'en-PH',
    timezoneId: 'Asia/Manila',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const recording = record(page);
  await signIn(page, recording, hiram, phone);
  await confirm(page, recording);
  await withdraw(page, recording);
  await repay(page, recording, hiram);
  await context.close();
  return recording.frames;
}

/** The frames of the still: the price, the money, the code, the payment. */
function keyFrames(frames: readonly Frame[]): Frame[] {
  const first = (step: number) => frames.find((frame) => frame.step === step);
  const last = (step: number) => frames.findLast((frame) => frame.step === step && !frame.tap);
  return [first(3), last(5), last(6), first(7)].filter((frame) => frame !== undefined);
}

/** The simulated app: the guided story, stopped where the order is late. */
async function writeHost(browser: Browser, hiram: Hiram, file: string): Promise<void> {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    locale: 'en-PH',
    timezoneId: 'Asia/Manila',
  });
  await page.goto(hiram.hostUrl);
  await page.getByRole('button', { name: '180 Late' }).click();
  const phone = page.frameLocator('iframe');
  await phone.getByRole('button', { name: 'Confirm' }).click();
  await phone.getByText('2 days late').waitFor();
  await writePicture(await page.screenshot({ animations: 'disabled' }), file);
  await page.close();
}

const [folder = 'docs/pictures'] = process.argv.slice(2);
const cluster = await startChild<{ socketDir: string }>('./cluster.ts', []);
process.env.HIRAM_TEST_SOCKET = cluster.ready.socketDir;
const { hiram, end } = await startHiram({ BRAND: 'ph' });
const executablePath = process.env.CHROMIUM;
const browser = await chromium.launch({
  args: ['--no-sandbox'],
  ...(executablePath ? { executablePath } : {}),
});
try {
  const frames = await mainJob(browser, hiram);
  const canvas = await browser.newPage({ viewport: { width: 2000, height: 900 }, deviceScaleFactor: 1.5 });
  await writeAnimation(canvas, frames, viewport.width, join(folder, 'main-job.webp'));
  await writeStill(canvas, keyFrames(frames), viewport.width, join(folder, 'main-job-still.webp'));
  await writeHost(browser, hiram, join(folder, 'host.webp'));
  const seconds = frames.reduce((sum, frame) => sum + frame.milliseconds, 0) / 1_000;
  console.log(`${frames.length} frames, ${seconds.toFixed(1)} s`);
} finally {
  await browser.close();
  await end();
  await cluster.end();
}
