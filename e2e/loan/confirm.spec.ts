import { expect, test } from '../support/hiram.ts';

test('CONF-01 CONF-02 the page shows loan and repayments, in the largest type too', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const request = page.waitForRequest('**/api/v3/loan-confirm/detail*');
  await page.goto(hiram.url('/loanConfirmPeriod', borrower));
  expect((await request).postDataJSON()).toEqual({ productId: borrower.productId });
  for (const text of [
    'Salapi Loan',
    '120 days',
    '6% for 30 days (0.2% a day) on what you still owe',
    'You pay back',
    '₱13.852,38',
    'Effective rate',
  ])
    await expect(page.getByText(text).first()).toBeVisible();
  await expect(page.getByText('₱12.000,00').first()).toBeVisible();
  await page.getByText('All dates and amounts').click();
  const lines = page.locator('main ul').last().locator('li');
  await expect(lines).toHaveCount(4);
  await expect(lines.nth(0)).toContainText('Payment 1');
  await expect(lines.nth(0)).toContainText('30 days after you receive the money');
  await expect(lines.nth(3)).toContainText('₱3.463,08');

  // At 360 pixels amount and steps share a line. The action bar of the largest type is part of the page.
  const amount = await page
    .getByText(/^₱[\d.]+,00$/)
    .first()
    .boundingBox();
  const more = await page.getByRole('button', { name: 'More', exact: true }).boundingBox();
  expect(amount && more && more.y < amount.y + amount.height).toBe(true);
  const footer = page.locator('footer');
  await expect(footer).toHaveCSS('position', 'sticky');
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  await expect(footer).toHaveCSS('position', 'static');
});

test('CONF-04 CONF-05 agreements are listed by title, and a tap opens one with the displayed figures', async ({
  page,
  hiram,
}) => {
  // A web view has no back/forward cache: going back loads the page again.
  await page.addInitScript('window.addEventListener("unload", () => undefined);');
  const borrower = await hiram.borrower({ state: 'ready' });
  const listed = page.waitForRequest('**/api/v3/contract/list*');
  await page.goto(hiram.url('/loanConfirmPeriod', borrower));
  expect((await listed).postDataJSON()).toEqual({ productId: borrower.productId, scene: 3 });
  await page.getByRole('button', { name: 'Less' }).click();
  await expect(page.getByText('₱11.500,00').first()).toBeVisible();
  const jumped = page.waitForRequest('**/api/v3/contract/jump*');
  await page.getByRole('button', { name: 'Disclosure Statement' }).click();
  expect((await jumped).postDataJSON()).toMatchObject({
    productId: borrower.productId,
    scene: 3,
    position: 1,
    orderId: '',
  });
  await expect(page.getByRole('heading', { name: 'Disclosure Statement' })).toBeVisible();
  await expect(page.getByText('₱11.500,00').first()).toBeVisible();
  await page.waitForURL(/\/agreement\//);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/loanConfirmPeriod\?/);
  await expect(page.getByText('₱11.500,00').first()).toBeVisible();
  await expect(page.getByText('₱12.000,00')).toHaveCount(0);
});

test('CONF-04 in a browser that has its proof the titles come with the document', async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: 'ready' });
  await page.goto(hiram.url('/main', borrower), { waitUntil: 'networkidle' });
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await page.goto(hiram.url('/loanConfirmPeriod', borrower), { waitUntil: 'networkidle' });
  await expect(page.getByRole('button', { name: 'Disclosure Statement' })).toBeVisible();
  expect(sent.filter((path) => /contract\/list|loan-confirm\/detail/.test(path))).toEqual([]);
});

test('CONF-07 the agreement opens over the page; Cancel clears the box, Agree ticks it', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: 'ready', with: { popAgreementUrl: 1 } });
  await page.goto(hiram.url('/loanConfirmPeriod', borrower));
  const dialog = page.getByRole('dialog', { name: 'Loan Agreement' });
  await expect(dialog.getByText('Hiram Lending Corporation', { exact: false }).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('checkbox')).not.toBeChecked();
  await page.reload();
  await dialog.getByRole('button', { name: 'Agree' }).click();
  await expect(page.getByRole('checkbox')).toBeChecked();
  const plain = await hiram.borrower({ state: 'ready' });
  await page.goto(hiram.url('/loanConfirmPeriod', plain));
  await expect(page.getByRole('button', { name: 'Next' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('CONF-09 NET-07 the masked variant behaves the same, and no public name is on the wire', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const bodies: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/gopia/')) bodies.push(request.postData() ?? '');
  });
  await page.goto(hiram.url('/loanConfirmMasked', borrower));
  await expect(page.getByText('₱13.852,38').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Disclosure Statement' })).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\/order\?/);
  expect(bodies).toHaveLength(3);
  for (const body of bodies) expect(body).not.toMatch(/productId|amount|scene|termUnit/);
});
