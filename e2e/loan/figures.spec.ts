import { instalmentDetail, payCode } from '@hiram/contract/repay';
import { sandboxSetClock } from '@hiram/contract/sandbox';
import type { Locator } from '@playwright/test';
import { type Demo, expect, type Hiram, test } from '../support/hiram.ts';

/** The cents of every amount in a text of brand `spec`, in order. */
const amountsIn = (text: string): number[] =>
  [...text.matchAll(/₱([\d.]+),(\d\d)/g)].map(([, whole = '', cents]) =>
    Number(whole.replaceAll('.', '') + cents),
  );
const amountsOf = async (part: Locator): Promise<number[]> => amountsIn(await part.innerText());
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** A loan in four repayments: two late, the first of them paid in part, the third due in two days. */
async function lateInPart(hiram: Hiram): Promise<Demo> {
  const borrower = await hiram.borrower({ state: '170', kind: 'perPeriod', with: { kindTips: 0 } });
  const { orderId, sessionId } = borrower;
  const bill = () => hiram.send(instalmentDetail, { orderId }, { sessionId });
  const pay = async (amount: number) => {
    const body = { orderId, amount, channelNumber: '10001' };
    const { payUrl } = await hiram.send(payCode, body, { sessionId });
    await hiram.pay(new URL(payUrl, 'http://x').searchParams.get('payCode') ?? '');
  };
  await hiram.send(sandboxSetClock, { days: (await bill()).due.daysLeft + 10 });
  await pay(120_047);
  await hiram.send(sandboxSetClock, { days: 48 });
  await pay(30_011);
  return borrower;
}

test('every figure of a late loan’s order follows from others on the page [T891]', async ({
  page,
  hiram,
}) => {
  const borrower = await lateInPart(hiram);
  await page.goto(hiram.url('/order', borrower));
  const story = page.locator('section', { has: page.getByRole('list', { name: 'Payments' }) });
  const label = page.getByText(/^Late, and due by \d/);
  const [headline = 0] = await amountsOf(label.locator('../..'));
  const steps = await amountsOf(story.getByRole('list', { name: 'Payments' }));
  // The balance, its payments, the late interest of two and the penalty, each in its line; then what is paid of how much.
  const [balance = 0, ...lines] = await amountsOf(
    story.getByText('Left to pay', { exact: true }).locator('../..'),
  );
  const [paid = 0, total] = lines.splice(-2);
  expect(lines).toHaveLength(4);
  expect([sum(steps), sum(lines)]).toEqual([lines[0], balance]);
  await expect(story.getByText('One-time penalty').locator('..')).toContainText('₱1.000,00');
  expect(total).toBe(paid + balance);
  const receipts = page.locator('section', { has: page.getByRole('heading', { name: 'Your payments' }) });
  expect(paid).toBe(150_058);
  expect(sum(amountsIn((await receipts.locator('b').allInnerTexts()).join()))).toBe(paid);
  const why = page.locator('section', { has: page.getByRole('heading', { name: /^Why ₱/ }) });
  expect(sum(await amountsOf(why.locator('dl')))).toBe(headline);
});

test('INST-01 a late borrower chooses late alone, late and next, or everything [T892]', async ({
  page,
  hiram,
}) => {
  const borrower = await lateInPart(hiram);
  await page.goto(hiram.url('/repay', borrower));
  const choices = page.getByRole('radiogroup', { name: 'What do you want to pay?' });
  await expect(choices).toBeVisible();
  const names = await choices.locator('label').allInnerTexts();
  expect(names.map((name) => name.replace(/₱[\d.,]+|\d{1,2} \w+ \d{4}/g, '#').split('\n')[0])).toEqual([
    'Late payments alone: #',
    'Late, and due by #: #',
    'Pay off the whole loan: #',
    'Pay another amount',
  ]);
  for (const name of names.slice(0, 3)) {
    const amounts = amountsIn(name);
    const tomorrow = amounts.at(-1) ?? 0;
    expect(tomorrow).toBeGreaterThan(amounts[0] ?? 0);
    await choices.getByText(name.split('\n')[0] ?? '').click();
    await page.getByRole('button', { name: 'More' }).click();
    expect(sum(await amountsOf(page.locator('dl').first()))).toBe(amounts[0]);
    await page.getByRole('button', { name: 'Hide' }).click();
  }
  await choices.getByText(/^Late payments alone/).click();
  await page.getByRole('button', { name: 'Get payment code' }).click();
  await page.waitForURL(new RegExp(`repayAmount=${amountsIn(names[0] ?? '')[0]}`));
});

test('EXT-02 the sums of both plans differ by what the page says that moving adds [T893]', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '180', with: { isDelay: 1 } });
  await page.goto(hiram.url('/repayDelay', borrower));
  const [added] = await amountsOf(page.getByText(/^Moving the date adds/));
  const sums = await Promise.all(
    ['now', 'after'].map(async (name) =>
      amountsIn(
        (
          await page
            .getByRole('heading', { name: `Plan ${name}` })
            .locator('..')
            .locator('dd')
            .allInnerTexts()
        ).join('\n'),
      ),
    ),
  );
  const [before = [], after = []] = sums;
  for (const amounts of [before, after]) expect(sum(amounts.slice(0, -1))).toBe(amounts.at(-1));
  expect((after.at(-1) ?? 0) - (before.at(-1) ?? 0)).toBe(added);
});
