import { instalmentDetail, laterCost, payCode as payCodeCall, payType } from '@hiram/contract/repay';
import { sandboxPay, sandboxSetClock } from '@hiram/contract/sandbox';
import { formatCents, type Market } from '@hiram/loan/format';
import type { Locator } from '@playwright/test';
import { type Demo, type DemoOptions, expect, type Hiram, type Page, test } from '../support/hiram.ts';

interface BrandBorrower extends Demo {
  readonly brand: Market;
}

async function arrive(hiram: Hiram, brand: Market, options: DemoOptions): Promise<BrandBorrower> {
  return { brand, ...(await hiram.borrower(options, { appName: brand, deviceId: 'phone-1' })) };
}

const contextOf = (borrower: BrandBorrower) => ({
  appName: borrower.brand,
  deviceId: 'phone-1',
  sessionId: borrower.sessionId,
});

const address = (hiram: Hiram, path: string, borrower: BrandBorrower, more: Record<string, string> = {}) =>
  hiram.url(path, borrower, { ...contextOf(borrower), lang: 'en', ...more });

const dueOf = async (hiram: Hiram, borrower: BrandBorrower) =>
  (await hiram.send(instalmentDetail, { orderId: borrower.orderId }, contextOf(borrower))).due;

/** Creates a payment code at the brand's first channel and pays it. `paid`: the paid cents if they differ from the code's. */
async function payCents(hiram: Hiram, borrower: BrandBorrower, amount: number, paid = amount): Promise<void> {
  const types = await hiram.send(payType, { orderId: borrower.orderId }, contextOf(borrower));
  const channelNumber = types.list.find((candidate) => candidate.kind !== 'transfer')?.channelNumber ?? '';
  const { payUrl } = await hiram.send(
    payCodeCall,
    { orderId: borrower.orderId, amount, channelNumber },
    contextOf(borrower),
  );
  const payCode = new URL(payUrl, 'http://x').searchParams.get('payCode') ?? '';
  await hiram.send(sandboxPay, { payCode, amount: paid });
}

/** Pays on the page of repaying: in the specification's market the button names the code, elsewhere the amount. */
const payButton = (page: Page) => page.getByRole('button', { name: /^(Get payment code|Pay( [₱₹R].*)?)$/ });

/** The choice to type an amount. */
const otherAmount = (page: Page) => page.getByRole('radio', { name: /^(Pay another|Other) amount/ });

const shown = (borrower: BrandBorrower, cents: number) => formatCents(cents, borrower.brand);

/** The amounts that the page shows in a list's rows, in cents. */
async function shownRows(page: Page, count: number): Promise<number[]> {
  const texts = await page.locator('dl > div > dd:nth-child(2)').allTextContents();
  return texts.slice(0, count).map((text) => {
    const digits = text.replace(/\D/g, '');
    const cents = /[.,]\d\d$/.test(text) ? Number(digits) : Number(digits) * 100;
    return text.startsWith('−') ? -cents : cents;
  });
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);

/** A loan with two repayments paid early, on a day on which it may be paid off, with nothing overdue. */
async function halfway(hiram: Hiram, brand: Market): Promise<BrandBorrower> {
  const borrower = await arrive(hiram, brand, { state: '170', kind: 'perPeriod', with: { kindTips: 0 } });
  for (let paid = 0; paid < 2; paid += 1)
    await payCents(hiram, borrower, (await dueOf(hiram, borrower)).repayAmount);
  await hiram.send(sandboxSetClock, { days: 61 });
  // A loan of six months may be paid off a month later.
  if ((await dueOf(hiram, borrower)).payoff.isAllowed === 0) {
    await payCents(hiram, borrower, (await dueOf(hiram, borrower)).repayAmount);
    await hiram.send(sandboxSetClock, { days: 30 });
  }
  return borrower;
}

for (const [brand, tag] of [
  ['ph', []],
  // In whole rupees, which the server's tests pay too.
  ['in', ['@verify']],
  // By the rules of `ph`, in other words.
  ['spec', ['@verify']],
  ['id', ['@verify']],
] as const)
  test(`TERM-03 in ${brand} every screen shows payoff beside instalment, and one tap settles the loan`, {
    tag: [...tag],
  }, async ({ page, hiram }) => {
    const borrower = await halfway(hiram, brand);
    const due = await dueOf(hiram, borrower);
    expect(due.payoff.isAllowed).toBe(1);
    const offer = `Pay off the whole loan: ${shown(borrower, due.payoff.amount)}`;
    for (const path of ['/main', '/repayOrNot', '/order']) {
      await page.goto(address(hiram, path, borrower));
      // Elsewhere than in `spec` the order first shows the payment of the past weeks.
      if (path === '/order' && brand !== 'spec') await page.getByRole('button', { name: 'Done' }).click();
      const link = page.getByRole('link', { name: offer });
      await expect(link).toContainText(`Saves ${shown(borrower, due.payoff.saves)} of the `);
      await expect(link).toContainText(/Holds for today, \d{1,2} \w+ \d{4}\./);
    }
    await page.getByRole('link', { name: offer }).click();
    await expect(page.getByRole('radio', { name: /^Pay off/, checked: true })).toBeChecked();
    await payButton(page).click();
    await page.waitForURL(new RegExp(`repayAmount=${due.payoff.amount}`));
    await hiram.send(sandboxPay, { payCode: new URL(page.url()).searchParams.get('payCode') ?? '' });
    if (brand === 'spec') {
      await expect(page.getByText(/Your loan is settled, you owe nothing more\./)).toBeVisible();
      await page.getByRole('button', { name: 'See my loan' }).click();
    } else {
      await expect(page.getByText(/Nothing is owed\./)).toBeVisible();
      await page.getByRole('button', { name: 'Done' }).click();
    }
    await expect(page.getByText('All settled. Thank you!')).toBeVisible();
  });

test('TERM-03 before the prepayment date every screen shows from when the loan can be paid off', async ({
  page,
  hiram,
}) => {
  const borrower = await arrive(hiram, 'spec', { state: '170', with: { kindTips: 0 } });
  for (const path of ['/order', '/main', '/repay', '/repayOrNot']) {
    await page.goto(address(hiram, path, borrower));
    await expect(page.getByText(/^You can pay off the whole loan from \d{1,2} \w+ \d{4}\.$/)).toBeVisible();
    await expect(page.getByText(/Pay off the whole loan: /)).toHaveCount(0);
  }
});

test('CFG-02 in ph an ambiguous or invalid amount is rejected at its field and not sent', async ({
  page,
  hiram,
}) => {
  const borrower = await arrive(hiram, 'ph', { state: '180', kind: 'perPeriod' });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/pay-code')) sent.push(request.url());
  });
  await page.goto(address(hiram, '/repay', borrower));
  await otherAmount(page).check();
  for (const [typed, words] of [
    ['1.500', 'We cannot tell which amount you mean. Type it like 1,500.50.'],
    ['1.2.3', 'This is not an amount. Type it like 1,500.50.'],
    ['6476.195', 'Type at most two digits for the cents, like 1,500.50.'],
  ] as const) {
    await page.getByLabel('Amount', { exact: true }).fill(typed);
    await payButton(page).click();
    await expect(page.getByRole('alert')).toHaveText(words);
    await expect(page.getByLabel('Amount', { exact: true })).toBeFocused();
  }
  expect(sent).toEqual([]);
  await page.getByLabel('Amount', { exact: true }).fill('1,234.56');
  await expect(page.getByText(`You pay ${shown(borrower, 123_456)}`)).toBeVisible();
  await payButton(page).click();
  await page.waitForURL(/repayAmount=123456(&|$)/);
});

test('CFG-02 in Indonesia rupiah are typed with dots, for a repayment and for a transfer', async ({
  page,
  hiram,
}) => {
  const borrower = await arrive(hiram, 'id', { state: '180', kind: 'perPeriod' });
  await page.goto(address(hiram, '/repay', borrower));
  await otherAmount(page).check();
  await page.getByLabel('Amount', { exact: true }).fill('150.000');
  await payButton(page).click();
  await page.waitForURL(/repayAmount=15000000(&|$)/);
  await page.goto(address(hiram, '/utrSubmit', borrower));
  await page.getByLabel('Reference of the transfer').fill('MANDIRI20261122');
  await page.getByLabel('Amount sent').fill('10.500.000');
  const request = page.waitForRequest('**/v3/repay/utr-submit*');
  await page.getByRole('button', { name: 'Send reference' }).click();
  expect((await request).postDataJSON()).toMatchObject({ amount: 1_050_000_000 });
});

/** States in which the screens once showed different figures. Each is created on a real loan. */
const states: Readonly<Record<string, (hiram: Hiram) => Promise<BrandBorrower>>> = {
  'a single repayment that may be paid off': async (hiram) => {
    const borrower = await arrive(hiram, 'spec', { state: '170', kind: 'single', with: { kindTips: 0 } });
    await hiram.send(sandboxSetClock, { days: 60 });
    return borrower;
  },
  'charges alone': async (hiram) => {
    const borrower = await arrive(hiram, 'spec', { state: '180', kind: 'perPeriod', with: { kindTips: 0 } });
    const due = await dueOf(hiram, borrower);
    const scheduled = due.rows.filter((row) => /Principal|^Interest$/.test(row.text));
    await payCents(hiram, borrower, sum(scheduled.map((row) => row.amount)));
    return borrower;
  },
  'late, with the next repayment near': async (hiram) => {
    const borrower = await arrive(hiram, 'spec', { state: '180', kind: 'perPeriod', with: { kindTips: 0 } });
    await hiram.send(sandboxSetClock, { days: 25 });
    return borrower;
  },
};

for (const [state, make] of Object.entries(states))
  test(`INST-02 with ${state} order, repayment and home show amount, rows and date of one quote`, {
    tag: state === 'late, with the next repayment near' ? [] : ['@verify'],
  }, async ({ page, hiram }) => {
    const borrower = await make(hiram);
    const due = await dueOf(hiram, borrower);
    const amount = shown(borrower, due.repayAmount);
    await page.goto(address(hiram, '/repay', borrower));
    await expect(page.getByText(amount, { exact: true }).first()).toBeVisible();
    const date =
      /\d{1,2} \w+ \d{4}/.exec(
        await page
          .getByText(/^(Due|Holds)/)
          .first()
          .innerText(),
      )?.[0] ?? '';
    const more = page.getByRole('button', { name: 'More' });
    if ((await more.count()) > 0) await more.click();
    expect(sum(await shownRows(page, due.rows.length))).toBe(due.repayAmount);
    await page.goto(address(hiram, '/order', borrower));
    await expect(page.getByText(amount, { exact: true }).first()).toBeVisible();
    await expect(page.getByText(new RegExp(`(Due|Holds).*${date}`)).first()).toBeVisible();
    expect(sum(await shownRows(page, due.rows.length))).toBe(due.repayAmount);
    await page.goto(address(hiram, '/main', borrower));
    await expect(page.getByText(amount, { exact: true }).first()).toBeVisible();
    await expect(page.getByText(new RegExp(`(Due|Holds).*${date}`)).first()).toBeVisible();
  });

test('an overpayment is shown on every screen of a settled loan, with what to do', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const borrower = await arrive(hiram, 'spec', {
    state: '180',
    kind: 'single',
    with: { isScore: 0, kindTips: 0 },
  });
  const { repayAmount } = await dueOf(hiram, borrower);
  await payCents(hiram, borrower, repayAmount, repayAmount + 50_000);
  for (const path of ['/order', '/main']) {
    await page.goto(address(hiram, path, borrower));
    const credit = page.getByRole('region', { name: 'Your credit' });
    await expect(credit).toContainText('₱500,00');
    await expect(credit).toContainText('Call us and we pay it back.');
    await expect(credit.getByRole('link', { name: 'Call us' })).toHaveAttribute('href', /^tel:\+/);
  }
  // The borrower's own money is the main action, before the next loan (ORD-08), and stands above everything of the loan.
  await page.goto(address(hiram, '/order', borrower));
  const actions = page.locator('footer').locator('button, a');
  await expect(actions).toHaveText(['Borrow Again', 'Get ₱500,00 back']);
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
  expect(await top(page.getByRole('region', { name: 'Your credit' }))).toBeLessThan(
    await top(page.getByRole('list', { name: 'Payments' })),
  );
  await page.goto(address(hiram, '/orderList', borrower));
  await expect(page.getByRole('link', { name: /Lakas/ }).getByText('Your credit')).toBeVisible();
  await page.goto(address(hiram, '/repay', borrower));
  await expect(page.getByText(/You paid ₱500,00 more than was owed/).first()).toBeVisible();
});

test('after a part payment the page shows the remaining amount and its due date', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  const borrower = await arrive(hiram, 'spec', { state: '180', kind: 'perPeriod' });
  await page.goto(address(hiram, '/repay', borrower));
  await otherAmount(page).check();
  await page.getByLabel('Amount', { exact: true }).fill('1000,50');
  await payButton(page).click();
  await page.waitForURL(/repayAmount=100050/);
  await hiram.send(sandboxPay, { payCode: new URL(page.url()).searchParams.get('payCode') ?? '' });
  await expect(page.getByText('We have your payment')).toBeVisible();
  const { repayAmount } = await dueOf(hiram, borrower);
  await expect(page.getByText(`Next to pay: ${shown(borrower, repayAmount)}, due`)).toBeVisible();
});

test('a repayment page left open over midnight loads the new amount', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  const borrower = await arrive(hiram, 'spec', { state: '180', kind: 'perPeriod' });
  await page.goto(address(hiram, '/repay', borrower));
  const before = (await dueOf(hiram, borrower)).repayAmount;
  await expect(page.getByText(shown(borrower, before), { exact: true })).toBeVisible();
  await hiram.send(sandboxSetClock, { days: 1 });
  await payButton(page).click();
  const after = (await dueOf(hiram, borrower)).repayAmount;
  expect(after).toBeGreaterThan(before);
  await expect(page.getByRole('alert')).toContainText('It is a new day');
  await expect(page.getByText(shown(borrower, after), { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/repay\?/);
  await payButton(page).click();
  await page.waitForURL(new RegExp(`repayAmount=${after}`));
});

test('after the payout the order lists its repayments with dates, and the amount paid', async ({
  page,
  hiram,
}) => {
  const borrower = await arrive(hiram, 'spec', { state: '170', kind: 'perPeriod', with: { kindTips: 0 } });
  await page.goto(address(hiram, '/order', borrower));
  const story = page.locator('section', { has: page.getByRole('list', { name: 'Payments' }) });
  await expect(story.getByRole('list', { name: 'Payments' }).getByRole('listitem')).toHaveText([
    /^1Up next₱3\.463,\d\d\d{1,2} \w+$/,
    ...[2, 3, 4].map((no) => new RegExp(`^${no}Later₱3\\.463,\\d\\d\\d{1,2} \\w+$`)),
  ]);
  await page.getByText('All dates and amounts').click();
  const plan = page.locator('details');
  await expect(plan.getByRole('term')).toHaveCount(4);
  for (const row of await plan.locator('dl > div').allInnerTexts())
    expect(row).toMatch(/^\d{1,2} \w+ \d{4} Upcoming\s+₱3\.463,\d\d$/);
  await expect(page.getByRole('heading', { name: 'Your payments' })).toHaveCount(0);
  const { repayAmount } = await dueOf(hiram, borrower);
  await payCents(hiram, borrower, repayAmount);
  await page.reload();
  const paid = page.locator('section', { has: page.getByRole('heading', { name: 'Your payments' }) });
  await expect(paid.getByRole('listitem')).toHaveCount(1);
  await expect(paid).toContainText(shown(borrower, repayAmount));
  await expect(paid).toContainText('GCash');
  await expect(paid).toContainText(/R-[0-9A-F]{4}-[0-9A-F]{4}/);
  await paid.getByRole('button', { name: /^Receipt R-/ }).click();
  const receipt = page.getByRole('dialog', { name: 'Payment received' });
  await expect(receipt).toContainText(shown(borrower, repayAmount));
  await expect(receipt).toContainText('Left to pay');
  const download = page.waitForEvent('download');
  await receipt.getByRole('button', { name: 'Save' }).click();
  expect((await download).suggestedFilename()).toMatch(/^R-[0-9A-F]{4}-[0-9A-F]{4}\.png$/);
  await receipt.getByRole('button', { name: 'Close' }).click();
  await expect(story).toContainText('1 of 4 paid');
  await expect(story.getByRole('list', { name: 'Payments' }).getByRole('listitem')).toHaveText([
    /^₱[\d.]+,\d\dPaid$/,
    /^2Up next₱[\d.]+,\d\d\d{1,2} \w+$/,
    /^3Later₱[\d.]+,\d\d\d{1,2} \w+$/,
    /^4Later₱[\d.]+,\d\d\d{1,2} \w+$/,
  ]);
  await page.getByText('All dates and amounts').click();
  await expect(plan.getByText('Paid')).toHaveCount(1);
});

test('the cost of waiting covers the repayment in question alone, for the amount on the order page', async ({
  page,
  hiram,
}) => {
  const borrower = await arrive(hiram, 'spec', { state: '174', kind: 'perPeriod', with: { kindTips: 0 } });
  const due = await dueOf(hiram, borrower);
  const cost = await hiram.send(laterCost, { orderId: borrower.orderId }, contextOf(borrower));
  await page.goto(address(hiram, '/repayOrNot', borrower));
  await expect(page.getByText(shown(borrower, due.repayAmount), { exact: true }).first()).toBeVisible();
  // Thirty days later the next regular repayment of 3.463,10 is due too. It is not a cost of waiting.
  const last = cost.later[cost.later.length - 1];
  expect(last?.amount ?? 0).toBeLessThan(due.repayAmount * 2 + 519_465 + 100_000);
  await expect(page.getByText(shown(borrower, last?.amount ?? 0), { exact: true })).toBeVisible();
  await page.goto(address(hiram, '/order', borrower));
  await expect(page.getByText(shown(borrower, due.repayAmount), { exact: true }).first()).toBeVisible();
});

test('in India the loan is cancelled from the page in its first days, and its fee is returned', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const borrower = await arrive(hiram, 'in', { state: '151', with: { inside: 1 } });
  await page.goto(address(hiram, '/order', borrower));
  await page.getByRole('button', { name: /^Send ₹/ }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Loan active')).toBeVisible();
  const { coolingOff } = await dueOf(hiram, borrower);
  if (!coolingOff) throw new Error('the loan cannot be ended');
  const offer = page.getByRole('link', { name: `End the loan: ${shown(borrower, coolingOff.amount)}` });
  await expect(offer).toContainText(`The fee of ${shown(borrower, coolingOff.feeReturned)} is not kept.`);
  await offer.click();
  await expect(page.getByRole('radio', { name: /^End the loan/ })).toBeChecked();
  await payButton(page).click();
  await page.waitForURL(new RegExp(`repayAmount=${coolingOff.amount}`));
  await hiram.send(sandboxPay, { payCode: new URL(page.url()).searchParams.get('payCode') ?? '' });
  await expect(page.getByText(/Nothing is owed\.$/)).toBeVisible();
});
