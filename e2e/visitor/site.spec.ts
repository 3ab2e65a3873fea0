import { violationsInBothThemes } from '../support/accessibility.ts';
import { expect, test } from '../support/hiram.ts';
import { isThorough } from '../support/sweeps.ts';

const sections = [
  ['Home', '/'],
  ['About Us', '/about'],
  ['Contact Us', '/contact'],
  ['PrivacyPolicy', '/policy'],
  ['Loan Terms And Conditions', '/terms'],
] as const;

test('SITE-01 SITE-07 SITE-08 the top links five sections, each a page with its own address', async ({
  page,
  hiram,
}) => {
  await page.goto(`${hiram.origin}/`);
  const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  await expect(links).toHaveText(sections.map(([name]) => name));
  for (const [name, path] of sections) {
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(path);
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
    if (path === '/policy')
      await expect(
        page.frameLocator('iframe').getByRole('heading', { name: 'Information we collect' }),
      ).toBeVisible();
    if (path === '/terms')
      await expect(page.getByRole('heading', { name: 'Repaying ahead of time' })).toBeVisible();
  }
});

test('SITE-01 at 360 pixels all five sections are in sight, and nothing moves sideways [T898]', async ({
  page,
  hiram,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${hiram.origin}/`);
  const nav = page.getByRole('navigation', { name: 'Sections' });
  for (const [name] of sections)
    await expect(nav.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 1 });
  expect(
    await nav
      .locator('ul')
      .evaluate((list) => Reflect.get(list, 'scrollWidth') - Reflect.get(list, 'clientWidth')),
  ).toBeLessThanOrEqual(0);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
});

test('SITE-02 SITE-03 the first page has five drawings, and the page about the lender has pictures', async ({
  page,
  hiram,
}) => {
  await page.goto(`${hiram.origin}/`);
  const pictures = page.locator('main img');
  await expect(pictures).toHaveCount(5);
  const tops: number[] = [];
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image) => Reflect.get(image, 'naturalWidth')))
      .toBeGreaterThan(0);
    expect(await picture.getAttribute('alt')).not.toBe('');
    tops.push(await picture.evaluate((image) => Reflect.get(image, 'offsetTop')));
  }
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
  await page.goto(`${hiram.origin}/about`);
  await expect.poll(() => page.locator('main img').count()).toBeGreaterThanOrEqual(1);
});

test('SITE-04 SITE-05 SITE-06 the contact form has four fields, names a missing one and sends nothing', async ({
  page,
  hiram,
}) => {
  await page.goto(`${hiram.origin}/contact`);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  const fields = ['Name', 'Telephone', 'Email', 'Remark'];
  const status = page.locator('#contact-said');
  for (const left of fields) {
    for (const field of fields)
      await page.getByLabel(field, { exact: true }).fill(field === left ? '  ' : `my ${field}`);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(status).toHaveText('Please provide complete information!');
    await expect(page.getByLabel(left, { exact: true })).toBeFocused();
  }
  for (const field of fields) await page.getByLabel(field, { exact: true }).fill(`my ${field}`);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(status).toHaveText('Successful!');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
  expect(sent).toEqual([]);
});

test('SITE-06 the whole site works without scripts, and the form is answered and sends nothing [T899]', {
  tag: '@verify',
}, async ({ browser, hiram }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const [name, path] of sections) {
    await page.goto(`${hiram.origin}${path}`);
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.goto(`${hiram.origin}/contact`);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  const submit = page.getByRole('button', { name: 'Submit' });
  await submit.click();
  await expect(submit).toBeVisible();
  const said = () =>
    page.evaluate("getComputedStyle(document.getElementById('contact-said'), '::before').content");
  expect(await said()).toMatch(/attr\(data-incomplete\)|Please provide complete information!/);
  for (const [field, text] of [
    ['Name', 'Maria'],
    ['Telephone', '0917'],
    ['Email', 'maria@home.example'],
    ['Remark', 'Hello'],
  ] as const)
    await page.getByLabel(field, { exact: true }).fill(text);
  await submit.click();
  await expect(page.getByText('Successful!')).toBeVisible();
  await expect(submit).toBeHidden();
  expect(sent).toEqual([]);
  expect(page.url()).toBe(`${hiram.origin}/contact`);
  await context.close();
});

test('search engines find title, description, canonical address, languages and lender as data', async ({
  page,
  hiram,
}) => {
  const titles = new Set<string>();
  for (const [, path] of sections) {
    await page.goto(`${hiram.origin}${path}?appName=ph`);
    titles.add(await page.title());
    const description = await page.locator('meta[name=description]').getAttribute('content');
    expect(description?.length).toBeGreaterThan(20);
    await expect(page.locator('link[rel=canonical]')).toHaveCount(1);
    await expect(page.locator('link[rel=alternate][hreflang=fil]')).toHaveCount(1);
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
    expect(data).toMatchObject({ '@type': 'FinancialService', legalName: 'Hagdan Lending Corporation' });
  }
  expect(titles.size).toBe(5);
  const robots = await fetch(`${hiram.origin}/robots.txt`);
  expect(await robots.text()).toContain('sitemap.xml');
});

test('who lends names the authority to which a complaint can go on, with its address [T3805]', async ({
  hiram,
}) => {
  for (const [brand, address] of [
    ['ph', 'https://www.sec.gov.ph'],
    ['in', 'https://cms.rbi.org.in'],
    ['id', 'https://kontak157.ojk.go.id'],
  ]) {
    const contact = await (await fetch(`${hiram.origin}/contact?appName=${brand}`)).text();
    expect(contact).toContain(`href="${address}"`);
  }
});

/** One page of each kind, and all of them in `npm run verify`. */
const visitorPaths = isThorough
  ? [
      ...sections.map(([, path]) => path),
      '/promotion',
      '/promotion/plain',
      '/downloadTemplate',
      '/agreementTemplate',
    ]
  : ['/', '/contact', '/policy', '/promotion', '/downloadTemplate'];

for (const brand of ['spec', 'id'])
  test(`the site and the visitor pages pass axe and fit 320 to 1280 pixels, ${brand}`, {
    tag: '@verify',
  }, async ({ page, hiram }) => {
    for (const path of visitorPaths) {
      await page.goto(`${hiram.origin}${path}?appName=${brand}`);
      for (const width of [1280, 768, 320, 360]) {
        await page.setViewportSize({ width, height: 640 });
        const wide = await page.evaluate('document.documentElement.scrollWidth');
        expect([path, width, wide]).toEqual([path, width, width]);
      }
      expect([path, brand, await violationsInBothThemes(page)]).toEqual([path, brand, []]);
    }
  });
