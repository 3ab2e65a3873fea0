import { sandboxPay, sandboxSetClock } from '@hiram/contract/sandbox';
import { type Demo, type DemoOptions, expect, type Hiram, type Page, test } from '../support/hiram.ts';
import { isThorough } from '../support/sweeps.ts';

const arrive = (hiram: Hiram, brand: string, options: DemoOptions) =>
  hiram.borrower(options, { appName: brand, deviceId: 'phone-1' });

const address = (
  hiram: Hiram,
  path: string,
  { brand, borrower }: { readonly brand: string; readonly borrower: Demo },
  more: Record<string, string> = {},
) => hiram.url(path, borrower, { appName: brand, deviceId: 'phone-1', ...more });

/** The particular fields of each market on its own way through the main job. */
const markets = {
  ph: {
    lang: 'fil',
    amount: /^₱[\d,]+\.\d\d$/,
    wallet: /GCash/,
    number: '0917 123 4567',
    typed: '0917 123 4567',
  },
  in: {
    lang: 'en',
    amount: /^₹[\d,]+$/,
    wallet: /Airtel/,
    number: '98765 43210',
    typed: '98765 43210',
  },
  id: {
    lang: 'id',
    amount: /^Rp[\d.]+$/,
    wallet: /GoPay/,
    number: '0812 3456 7890',
    typed: '0812 3456 7890',
  },
} as const;

for (const [brand, sign] of [
  ['ph', '₱'],
  ['in', '₹'],
  ['id', 'Rp'],
] as const)
  test(`the money in the picture of an approved loan of ${brand} has its own sign`, {
    tag: brand === 'id' ? [] : ['@verify'],
  }, async ({ page, hiram }) => {
    const approved = await arrive(hiram, brand, { state: '151', with: { cardNeedPop: 1 } });
    await page.goto(address(hiram, '/order', { brand, borrower: approved }));
    await expect(page.locator('main svg text')).toHaveText([sign]);
  });

async function payShownCode(page: Page, hiram: Hiram): Promise<void> {
  await page.waitForURL(/\/repaymentOfCode\?/);
  await hiram.send(sandboxPay, { payCode: new URL(page.url()).searchParams.get('payCode') ?? '' });
}

for (const [brand, market] of Object.entries(markets))
  test(`the main job in ${brand} in English shows its statement, numbers and channels from start to end`, {
    // `effort.spec.ts` walks it in `ph` for every run of the tests.
    tag: '@verify',
  }, async ({ page, hiram }) => {
    const ready = await arrive(hiram, brand, { state: 'ready', kind: 'single' });
    await page.goto(address(hiram, '/loanConfirm', { brand, borrower: ready }, { lang: 'en' }));
    await expect(page.getByText(market.amount).first()).toBeVisible();
    if (brand !== 'id') {
      const title = brand === 'ph' ? 'Disclosure Statement' : 'Key Fact Statement';
      await expect(page.getByRole('checkbox')).toHaveCount(0);
      await expect(page.getByRole('button', { name: /^Apply for / })).toHaveCount(0);
      await page.getByRole('button', { name: 'Read before you agree' }).click();
      const statement = page.getByRole('dialog', { name: title });
      const named =
        brand === 'ph'
          ? ['Finance charge', 'Net proceeds']
          : ['Annual percentage rate', 'Net amount disbursed'];
      for (const name of named) await expect(statement.getByText(name).first()).toBeVisible();
      await page.getByRole('button', { name: 'I have read it' }).click();
      await expect(page.getByRole('button', { name: `${title} Read` })).toBeVisible();
    }
    await expect(page.getByRole('checkbox')).not.toBeChecked();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: /^Apply for / }).click();

    // The page of the approval, and not yet the confirmation's own Back.
    await expect(page.getByRole('button', { name: /^Continue with / })).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Add payout account' }).click();
    // Where most have a wallet it comes first; few wallets stand side by side, more in a list that a choice closes.
    if (brand !== 'ph') await page.getByRole('tab', { name: 'E-wallet' }).click();
    if (brand === 'id') await page.getByRole('button', { name: /^E-wallet:/ }).click();
    await page.getByText(market.wallet).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByLabel('Mobile number of the wallet').fill(market.number);
    await expect(page.getByLabel('Mobile number of the wallet')).toHaveValue(market.typed);
    await page.getByLabel('Name on the account').fill('Maria Santos');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: /^Send / }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('Loan active')).toBeVisible();

    await hiram.send(sandboxSetClock, { days: 91 });
    await page.reload();
    await page.getByRole('button', { name: 'I understand' }).click();
    // Not the flag of the stairs, which pays everything off.
    await page.getByRole('button', { name: /^Pay (₱|₹|Rp)/ }).click();
    await expect(page).toHaveURL(/\/repay\?/);
    await page.getByRole('button', { name: /^Pay (₱|₹|Rp)/ }).click();
    await payShownCode(page, hiram);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('All settled. Thank you!')).toBeVisible();
  });

/** Every screen that a borrower of a brand reaches, with what it needs in its address. */
const screens = [
  ...['/main', '/order', '/repay', '/loanConfirmPeriod', '/bindBank', '/promotion'],
  ...(isThorough
    ? [
        '/productDetail',
        '/orderList',
        '/repayDelay',
        '/repayOrNot',
        '/apply',
        '/complaint',
        '/complaintList',
        '/setting',
        '/calculator',
        '/customerService',
        '/aboutUs',
        '/privacyPolicy',
        '/loanAgreement',
        '/login',
        '/downloadTemplate',
      ]
    : []),
];

/** English that may stand in any language: names, and what people there say so too. */
const spared = new RegExp(
  [
    '^(Hiram|Hagdan|Undak|Pagdandi|GCash|Maya|QR Ph|7-Eleven|Google Play|App Store|OK)\\b',
    // Days of months that are called alike; products, addresses and numbers.
    '^\\d{1,2} \\w+ \\d{4}$',
    '^PT |Jalan |ojk\\.go\\.id|Kontak OJK|SEC registration number|^\\S+ Loan$|@|^[0-9a-f-]{36}$|, Philippines\\.',
    // The lender's own name and licences.
    '^Hiram( Lending Corporation · .*)?$',
    '^(Account number|Calculator|Cookies|Customer service:?|Disclosure Statement|E-wallet|Extension)$',
    '^(Grievance officer|Loan Agreement|Mobile number|Password|[Pp]rincipal|Processing fee)$',
  ].join('|'),
);

/** The words of a page's texts, labels and placeholders: what a person or a screen reader reads. */
async function wordsOn(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement.closest('script,style,noscript,.notice,[lang]:not(html)')) continue;
      if (node.textContent.trim()) found.push(node.textContent.trim());
    }
    for (const name of ['aria-label', 'placeholder', 'alt', 'title'])
      for (const element of document.querySelectorAll('[' + name + ']'))
        if (element.getAttribute(name).trim()) found.push(element.getAttribute(name).trim());
    return found;
  })()`);
}

for (const [brand, lang, tag] of [
  // The check of the catalogues reads that nothing is untranslated.
  ['id', 'id', ['@verify']],
  ['ph', 'fil', ['@verify']],
  // Differs from the other two by its market's words, which the check of the catalogues reads.
  ['spec', 'id', ['@verify']],
] as const)
  test(`CFG-08 no screen of ${brand} shows English in ${lang}, and none scrolls sideways`, {
    tag: [...tag],
  }, async ({ page, hiram }) => {
    const borrower = await arrive(hiram, brand, { state: '174' });
    const stated: string[] = [];
    for (const screen of screens) {
      const at = { ...(screen === '/loanConfirmPeriod' ? { orderId: '' } : {}) };
      const words: Record<string, string[]> = {};
      for (const language of [lang, 'en']) {
        await page.goto(address(hiram, screen, { brand, borrower }, { ...at, lang: language }), {
          waitUntil: 'networkidle',
        });
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        words[language] = await wordsOn(page);
        for (const size of ['100%', '200%']) {
          await page.evaluate(`document.documentElement.style.fontSize = '${size}'`);
          const over = await page.evaluate(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          );
          expect([screen, language, size, over]).toEqual([screen, language, size, 0]);
        }
      }
      const english = new Set(words.en);
      for (const text of words[lang] ?? [])
        if (english.has(text) && /[a-z]{4,}/.test(text) && !spared.test(text))
          stated.push(`${screen}: ${text}`);
    }
    expect([...new Set(stated)]).toEqual([]);
  });

// `words.spec.ts` shows it with more pages.
test('CFG-08 a language chosen in /setting stays for later pages', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  const borrower = await arrive(hiram, 'ph', { state: 'ready' });
  await page.goto(address(hiram, '/setting', { brand: 'ph', borrower }));
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByText('Filipino', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fil');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Settings');
  // No word leaves its option, also not the longest.
  await expect(page.getByRole('radio', { name: 'Maliwanag' })).toBeVisible();
  const outside = `[...document.querySelectorAll('[role=radiogroup] label')].filter((option) =>
    option.querySelector('span').getBoundingClientRect().right > option.getBoundingClientRect().right + 0.5
  ).map((option) => option.textContent)`;
  expect(await page.evaluate<string[]>(outside)).toEqual([]);
  await page.getByRole('button', { name: 'Bumalik' }).click();
  // A navigation that begins before the former one has ended fails.
  await page.waitForURL((url) => url.pathname !== '/setting');
  await page.goto(address(hiram, '/setting', { brand: 'ph', borrower }, { lang: 'fil' }));
  await expect(page.locator('html')).toHaveAttribute('lang', 'fil');
});

for (const stars of [2, 5])
  test(`ORD-12 in a production market ${stars} stars get the same thanks, and only a tap opens the store`, {
    tag: stars === 5 ? ['@verify'] : [],
  }, async ({ page, hiram }) => {
    const borrower = await arrive(hiram, 'ph', { state: '200', with: { kindTips: 0 } });
    await page.route('https://play.google.com/**', (route) => route.fulfill({ body: 'store' }));
    await page.goto(address(hiram, '/order', { brand: 'ph', borrower }, { lang: 'en' }));
    const rate = page.getByRole('button', { name: 'Rate us' });
    await expect(rate).toBeVisible();
    // Nobody is asked without a tap; who cancels can tap again.
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await rate.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await rate.click();
    await page.getByLabel(`${stars} of 5 stars`).check();
    await page.getByRole('button', { name: 'Submit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Thank you for your rating' });
    await expect(dialog).toContainText('rate the app in the store too: the store opens.');
    await expect(page).toHaveURL(/\/order\?/);
    const complaint = dialog.getByRole('button', { name: 'Tell us what went wrong' });
    await expect(complaint).toHaveCount(stars === 2 ? 1 : 0);
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(/\/order\?/);
    const another = await arrive(hiram, 'ph', { state: '200', with: { kindTips: 0 } });
    await page.goto(address(hiram, '/order', { brand: 'ph', borrower: another }, { lang: 'en' }));
    await page.getByRole('button', { name: 'Rate us' }).click();
    await page.getByLabel(`${stars} of 5 stars`).check();
    await page.getByRole('button', { name: 'Submit' }).click();
    await dialog.getByRole('button', { name: 'Rate in the store' }).click();
    await expect(page).toHaveURL(/play\.google\.com/);
  });
