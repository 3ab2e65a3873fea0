import { sandboxPay, sandboxSetClock } from '@hiram/contract/sandbox';
import { devices } from '@playwright/test';
import { expect, type Hiram, type Page, test } from '../support/hiram.ts';

/** Removes newer features that Chrome 69 lacks, before any script of ours runs. */
const withoutNewer = `
  for (const name of ['globalThis', 'queueMicrotask', 'structuredClone', 'BigInt', 'WeakRef', 'FinalizationRegistry', 'CloseWatcher', 'scheduler', 'navigation', 'AggregateError', 'cookieStore']) { try { delete window[name]; } catch (e) {} }
  const gone = [[Object, 'fromEntries hasOwn groupBy'], [Array.prototype, 'flat flatMap at findLast findLastIndex toSorted toReversed toSpliced with'], [String.prototype, 'matchAll replaceAll trimEnd trimStart at isWellFormed'], [Promise, 'allSettled any withResolvers try'], [Array, 'fromAsync'], [Intl, 'ListFormat RelativeTimeFormat DisplayNames Segmenter Locale'], [Element.prototype, 'replaceChildren'], [Blob.prototype, 'text arrayBuffer'], [AbortSignal, 'timeout any abort'], [Crypto.prototype, 'randomUUID']];
  for (const [holder, names] of gone) for (const name of names.split(' ')) { try { delete holder[name]; } catch (e) {} }
`;

/** Pays the displayed code at the sandbox's counter. */
async function payShownCode(page: Page, hiram: Hiram): Promise<void> {
  await page.waitForURL(/\/repaymentOfCode\?/);
  const payCode = new URL(page.url()).searchParams.get('payCode') ?? '';
  await hiram.send(sandboxPay, { payCode });
}

async function bindWallet(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Payment account information' })).toBeVisible();
  await page.getByRole('tab', { name: 'E-wallet' }).click();
  await page.getByRole('button', { name: /^E-wallet:/ }).click();
  await page.getByText('GCash').click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByLabel('Mobile number of the wallet').fill('0917-123 4567');
  await page.getByLabel('Name on the account').fill('Maria Santos');
  await page.getByRole('button', { name: 'Next' }).click();
}

// Without the browser's type, which would need a browser and a server of its own.
const { defaultBrowserType: _, ...oldPhone } = devices['Moto G4'];

for (const [kind, isOldest, tag] of [
  // On the oldest supported engine: every newer global is deleted before a page's first script. The markets' main jobs and
  // `effort.spec.ts` run on this one.
  ['perPeriod', true, []],
  // The main jobs of the markets repay in one sum too.
  ['single', false, ['@verify']],
] as const)
  test.describe(() => {
    if (isOldest) test.use(oldPhone);
    test(`the main job in full: confirm, bind, withdraw, repay by code, settled, borrow again (${kind})`, {
      tag: [...tag],
    }, async ({ page, hiram }) => {
      if (isOldest) await page.addInitScript(withoutNewer);
      const borrower = await hiram.borrower({ state: 'ready', kind });
      await page.goto(hiram.url('/productDetail', borrower));
      const lacksNewer =
        "typeof globalThis === 'object' && typeof structuredClone === 'undefined' && typeof [].flat === 'undefined'";
      expect(await page.evaluate(lacksNewer)).toBe(isOldest);
      await page.getByRole('button', { name: /^Continue with/ }).click();
      await expect(page).toHaveURL(kind === 'single' ? /\/loanConfirm\?/ : /\/loanConfirmPeriod\?/);
      await expect(page.getByRole('checkbox')).toBeChecked();
      await page.getByRole('button', { name: 'Next' }).click();

      await expect(page).toHaveURL(/\/order\?.*from=confirm/);
      await page.getByRole('button', { name: 'Go and bind the card' }).click();
      await expect(page).toHaveURL(/\/bindBank\?.*source=loanDetail/);
      await bindWallet(page);

      await expect(page).toHaveURL(/\/order\?/);
      await page.getByRole('button', { name: 'Withdraw Now' }).click();
      await expect(page.getByText('Loan active')).toBeVisible();

      const repayments = kind === 'single' ? 1 : 4;
      if (kind === 'single') await hiram.send(sandboxSetClock, { days: 91 });
      for (let repayment = 0; repayment < repayments; repayment += 1) {
        if (repayment > 0 || kind === 'single') await page.reload();
        const tips = page.getByRole('button', { name: 'Confirm' });
        if (kind === 'single') await tips.click();
        await page.getByRole('button', { name: /^(Repayment|REPAY)$/ }).click();
        await page.getByRole('button', { name: 'Get payment code' }).click();
        await payShownCode(page, hiram);
        await page.getByRole('button', { name: 'See my loan' }).click();
        await expect(page).toHaveURL(/\/order\?/);
      }

      await expect(page.getByText('All settled. Thank you!')).toBeVisible();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Borrow Again' }).click();
      await expect(page).toHaveURL(/\/productDetail\?/);
      await page.getByRole('button', { name: /^Continue with/ }).click();
      await expect(page.getByRole('button', { name: 'Next' })).toBeEnabled();
    });
  });
