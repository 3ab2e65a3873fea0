import { contractJump, contractList } from '@hiram/contract/confirm';
import { storedContracts } from '@hiram/contract/info';
import type { Page } from '@playwright/test';
import { bareContacts } from '../support/bare-contacts.ts';
import { type DemoOptions, expect, test } from '../support/hiram.ts';

const languages = [
  // The longest words.
  ['ph', 'fil', []],
  ['spec', 'en', ['@verify']],
  ['in', 'en', ['@verify']],
  ['id', 'id', ['@verify']],
  ['spec', 'id', ['@verify']],
  ['ph', 'en', ['@verify']],
  ['id', 'en', ['@verify']],
] as const;

const widths = [320, 360, 412];

/**
 * The words and amounts of the page that stand on two lines. A text breaks at spaces and after hyphens and slashes; only what
 * is longer than a line, such as an address or a digest, may break elsewhere.
 */
const splitWords = `(() => {
  const split = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.parentElement.getClientRects().length || node.parentElement.closest('script, style')) continue;
    for (const { 0: word, index } of node.data.matchAll(/[^\\s\\u2010-\\u2014/-]+/g)) {
      if (word.length > 26) continue;
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) split.push(word);
    }
  }
  return split;
})()`;

async function expectUnbroken(page: Page, address: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    expect([address, wide, await page.evaluate(splitWords)]).toEqual([address, width, []]);
  }
}

for (const [brand, lang, tag] of languages)
  test(`KEY-06 CONF-05 INFO-01 every document of ${brand} in ${lang} fits 320, 360 and 412 pixels [T930]`, {
    tag: [...tag],
  }, async ({ page, hiram }) => {
    const addresses: string[] = [];
    const request = { appName: brand, lang };
    const made = (options: DemoOptions) => hiram.borrower(options, request);
    for (const kind of ['perPeriod', 'single'] as const) {
      const ready = await made({ state: 'ready', kind });
      const context = { ...request, sessionId: ready.sessionId };
      const offer = { productId: ready.productId, scene: 3 };
      const { list } = await hiram.send(contractList, offer, context);
      for (const position of list.keys()) {
        const input = { ...offer, position, orderId: '' };
        addresses.push((await hiram.send(contractJump, input, context)).contract_url);
      }
    }
    const { sessionId, orderId } = await made({ state: '170' });
    const stored = await hiram.send(storedContracts, { orderId }, { ...request, sessionId });
    addresses.push(stored.statement?.viewUrl ?? '', ...stored.list.map(({ viewUrl }) => viewUrl));
    expect(addresses.length).toBeGreaterThanOrEqual(6);
    const { sessionId: reader } = await made({ state: 'ready' });
    for (const path of ['/privacyPolicy', '/loanAgreement', '/aboutUs'])
      addresses.push(`${path}?${new URLSearchParams({ ...request, sessionId: reader })}`);
    for (const address of addresses) {
      await page.goto(new URL(address, hiram.origin).href);
      await expect(page.locator('h1 ~ p, h1 ~ dl, article p').first()).toBeVisible();
      expect([address, await bareContacts(page)]).toEqual([address, []]);
      await expectUnbroken(page, address);
    }
    // The app's own reader begins an agreement, which stands behind the statement of account, with the
    // figures and the repayments.
    await page.goto(hiram.url('/contracts', undefined, { ...request, sessionId, orderId: orderId ?? '' }));
    await page
      .getByRole('button', { name: /(Read|Basahin|Baca)$/ })
      .nth(1)
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.locator('dl').first().locator('dd')).toHaveCount(6);
    await expect(dialog.getByRole('list').first().getByRole('listitem').first()).toBeVisible();
    await expectUnbroken(page, 'the reader');
  });
