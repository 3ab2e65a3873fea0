import { expect, test } from './hiram.ts';

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

for (const [brand, lang, tag] of languages)
  test(`KEY-06 CONF-05 every document of ${brand} in ${lang} fits 360 pixels, before and after agreement`, {
    tag: [...tag],
  }, async ({ page, hiram }) => {
    const addresses: string[] = [];
    const request = { appName: brand, lang };
    const made = (body: object) =>
      hiram.call<{ sessionId: string; productId: string; orderId?: string }>(
        '/sandbox/borrower',
        body,
        request,
      );
    for (const kind of ['perPeriod', 'single']) {
      const ready = await made({ state: 'ready', kind });
      const context = { ...request, sessionId: ready.sessionId };
      const offer = { productId: ready.productId, scene: 3 };
      const { list } = await hiram.call<{ list: object[] }>('/v3/contract/list', offer, context);
      for (const position of list.keys()) {
        const input = { ...offer, position, orderId: '' };
        addresses.push(
          (await hiram.call<{ contract_url: string }>('/v3/contract/jump', input, context)).contract_url,
        );
      }
    }
    const { sessionId, orderId } = await made({ state: '170' });
    const stored = await hiram.call<{ list: { viewUrl: string }[] }>(
      '/v3/contract/kept',
      { orderId },
      { ...request, sessionId },
    );
    addresses.push(...stored.list.map(({ viewUrl }) => viewUrl));
    expect(addresses.length).toBeGreaterThanOrEqual(6);
    for (const address of addresses) {
      await page.goto(new URL(address, hiram.origin).href);
      await expect(page.getByRole('heading').first()).toBeVisible();
      const wide = await page.evaluate('document.documentElement.scrollWidth');
      expect([address, wide]).toEqual([address, 360]);
    }
  });
