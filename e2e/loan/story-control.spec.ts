import { gzipSync } from 'node:zlib';
import { instalmentDetail, payCode } from '@hiram/contract/repay';
import { sandboxSetClock } from '@hiram/contract/sandbox';
import type { Locator } from '@playwright/test';
import { expect, type Hiram, type Page, savesData, test } from '../support/hiram.ts';

const brands = ['ph', 'in', 'id', 'spec'] as const;

/** Opens the order of a borrower with a late first repayment; the controls of its story are loaded. */
async function openLate(page: Page, hiram: Hiram, brand: string = 'ph') {
  const made = await hiram.borrower(
    { state: '180', kind: 'perPeriod', with: { kindTips: 0 } },
    { appName: brand },
  );
  await page.goto(
    `${hiram.origin}/order?${new URLSearchParams({ ...made, phone: '', appName: brand, lang: 'en' })}`,
  );
  await expect(page.locator('[data-slab]')).toBeAttached();
  return made;
}

const steps = (page: Page) => page.getByRole('spinbutton', { name: 'Payments to make' });
const day = (page: Page) => page.getByRole('spinbutton', { name: 'Day of payment' });

/** Drags the walker by so many pixels, without letting it go. */
async function drag(page: Page, right: number, down: number): Promise<void> {
  const box = await page.locator('[data-walker]').boundingBox();
  if (!box) throw new Error('no walker');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let at = 1; at <= 4; at += 1) await page.mouse.move(x + (right * at) / 4, y + (down * at) / 4);
}

for (const brand of brands)
  test(`in ${brand} a drag, a tap and the keys choose two repayments for one confirmed amount [T1111]`, {
    tag: brand === 'ph' ? [] : ['@verify'],
  }, async ({ page, hiram }) => {
    await openLate(page, hiram, brand);
    await drag(page, 0, -46);
    await page.mouse.up();
    await expect(page.getByText('Exact amount')).toBeVisible();
    const dragged = await steps(page).getAttribute('aria-valuetext');
    expect(dragged).toMatch(/^2 of \d/);
    await steps(page).press('ArrowDown');
    await expect(page.getByText('Exact amount')).toBeHidden();
    await steps(page).press('ArrowUp');
    await expect(steps(page)).toHaveAttribute('aria-valuetext', dragged ?? '');
    await steps(page).press('ArrowDown');
    await expect(steps(page)).toHaveAttribute('aria-valuetext', /^1 of /);
    await page.getByRole('button', { name: /^Payment 2, .* Pay up to here: / }).click();
    await expect(steps(page)).toHaveAttribute('aria-valuetext', dragged ?? '');
  });

test('the chosen steps, the sum under them, its working and the button name one amount [T2659]', async ({
  page,
  hiram,
}) => {
  await openLate(page, hiram);
  const ahead = page.locator('[data-ahead]');
  const sum = page.locator('[data-text=sum]');
  const left = async (part: Locator) => Math.round((await part.boundingBox())?.x ?? 0);
  const [home, due] = [await left(page.locator('[data-walker]')), await left(ahead)];
  expect(due).toBeGreaterThan(home);
  await expect(sum).toHaveText(/^₱/);
  await steps(page).press('ArrowUp');
  await expect(page.getByText('Exact amount')).toBeVisible();
  const amount = (await page.getByRole('button', { name: /^Pay ₱/ }).innerText()).replace(/^Pay /i, '');
  await expect(sum).toHaveText(amount);
  await expect(page.getByText(/^2 × ₱[\d,.]+ \+ ₱[\d,.]+ for late days$/)).toBeVisible();
  await expect(page.getByText('Then 2 of 4 are paid')).toBeVisible();
  const widths = await page.evaluate<number[]>(
    "[...document.querySelectorAll('[data-text=sum], [data-story] [data-chosen]')].map((part) => part.getBoundingClientRect().width)",
  );
  expect(widths).toHaveLength(3);
  // She has left a lighter one of her where she stands.
  await expect.poll(() => left(ahead)).toBe(home);
});

test('after a rotation the drawing has its parts where they belong [T2660]', async ({ page, hiram }) => {
  await openLate(page, hiram);
  await day(page).press('PageUp');
  const parts = () =>
    page.evaluate<number[]>(`(() => {
      const box = (part) => document.querySelector(part).getBoundingClientRect();
      const [slab, step, scene] = [box('[data-slab]'), box('[data-story] li'), box('[data-story]')];
      return [slab.left - step.left, slab.right - step.right, slab.bottom - step.top, scene.width].map(Math.round);
    })()`);
  const before = await parts();
  await page.setViewportSize({ width: 640, height: 360 });
  await expect.poll(async () => (await parts()).slice(0, 3)).toEqual(before.slice(0, 3));
  expect((await parts())[3]).toBeGreaterThan(before[3] ?? 0);
  await page.setViewportSize({ width: 360, height: 640 });
  await expect.poll(parts).toEqual(before);
});

/** Where the parts of the drawing and its steppers are that no choice moves, from the top of the view. */
const places = (page: Page) =>
  page.evaluate<number[]>(`Array.from(
    document.querySelectorAll('[data-story], [data-story] li, [role=spinbutton]'),
    (part) => Math.round(part.getBoundingClientRect().top),
  )`);

test('no choice moves the drawing, and its steppers stay above the bar on a small screen [T2663]', async ({
  page,
  hiram,
}) => {
  const made = await openLate(page, hiram);
  const { sessionId } = made;
  await hiram.send(sandboxSetClock, { days: 60 }, { appName: 'ph', sessionId });
  // As wide as 360 pixels in the narrower type of a phone.
  await page.setViewportSize({ width: 412, height: 640 });
  for (const lang of ['en', 'fil']) {
    await page.goto(
      `${hiram.origin}/order?${new URLSearchParams({ ...made, phone: '', appName: 'ph', lang })}`,
    );
    await expect(page.locator('[data-slab]')).toBeAttached();
    const before = await places(page);
    for (const [stepper, key] of [
      [1, 'End'],
      [0, 'PageUp'],
      [1, 'ArrowDown'],
    ] as const) {
      await page.getByRole('spinbutton').nth(stepper).press(key);
      await expect(page.getByText(/^(Exact amount|Eksaktong halaga)$/)).toBeVisible();
      expect(await places(page)).toEqual(before);
      const isReached = await page.evaluate<boolean>(`(() => {
        const box = document.querySelector('[role=spinbutton]').getBoundingClientRect();
        return box.bottom <= document.querySelector('footer').getBoundingClientRect().top;
      })()`);
      expect([lang, key, isReached]).toEqual([lang, key, true]);
    }
  }
});

test('for a later day the main button pays today, and a reminder stands beside it, a line each [T2664]', async ({
  page,
  hiram,
}) => {
  const made = await openLate(page, hiram);
  for (const lang of ['en', 'fil']) {
    await page.goto(
      `${hiram.origin}/order?${new URLSearchParams({ ...made, phone: '', appName: 'ph', lang })}`,
    );
    await expect(page.locator('[data-slab]')).toBeAttached();
    await page.getByRole('spinbutton').first().press('PageUp');
    const buttons = page.locator('footer button');
    await expect(buttons).toHaveText([/^(Pay|Bayaran) ₱/, /^(Remind me|Ipaalala) /]);
    const heights = await page.evaluate<number[]>(
      "Array.from(document.querySelectorAll('footer button'), (button) => button.offsetHeight)",
    );
    expect(heights).toEqual([52, 52]);
  }
});

test('a drag to a later day shows what it adds; a reminder for it is kept by the loan [T1112]', async ({
  page,
  hiram,
}) => {
  await openLate(page, hiram);
  await drag(page, 84, 0);
  await page.mouse.up();
  // The live region says the days on the way too.
  await expect(page.getByText(/^If you pay on \w+day, /).first()).toBeVisible();
  await expect(page.getByText(/^₱[\d.,]+ more than today$/)).toBeVisible();
  await expect(day(page)).toHaveAttribute('aria-valuenow', '7');
  await page.getByRole('button', { name: /^Remind me / }).click();
  await expect(page.getByText(/^We text you on /).first()).toBeVisible();
  await expect(day(page)).toHaveAttribute('aria-valuenow', '0');
});

test('another day passes below who stands before the payment that is next, which keeps its date [T1348]', async ({
  page,
  hiram,
}) => {
  await openLate(page, hiram);
  const dates = page.locator('[data-story] li small');
  const left = () =>
    page.evaluate<number>("document.querySelector('[data-walker]').getBoundingClientRect().left");
  const isClear = () =>
    page.evaluate<boolean>(`(() => {
      const next = document.querySelector('[data-story] li').getBoundingClientRect();
      return document.querySelector('[data-walker]').getBoundingClientRect().right <= next.left;
    })()`);
  const atRest = await left();
  await day(page).press('PageUp');
  await day(page).press('PageUp');
  await expect(day(page)).toHaveAttribute('aria-valuenow', '14');
  expect([await left(), await isClear()]).toEqual([atRest, true]);
  for (const date of await dates.all()) await expect(date).toHaveCSS('opacity', '1');
  await expect(page.locator('[data-rail] b').filter({ hasText: /^[234]$/ })).toHaveText(['2', '3']);
});

for (const brand of brands)
  test(`in ${brand} a press leads from another day back to today [T2794]`, {
    tag: brand === 'ph' ? [] : ['@verify'],
  }, async ({ page, hiram }) => {
    await openLate(page, hiram, brand);
    const back = page.getByRole('button', { name: '‹ Today' });
    await expect(back).toHaveCount(0);
    await drag(page, 84, 0);
    await page.mouse.up();
    await back.click();
    await expect(day(page)).toHaveAttribute('aria-valuenow', '0');
    await expect(back).toHaveCount(0);
  });

test('an amount on a step keeps clear of its edges, or is not drawn, also at 130 % type [T1349]', async ({
  page,
  hiram,
}) => {
  await openLate(page, hiram);
  const touching = () =>
    page.evaluate<string[]>(`[...document.querySelectorAll('[data-story] li')].flatMap((step) => {
      const [line, box] = [step.querySelector('b'), step.getBoundingClientRect()];
      const text = document.createRange();
      text.selectNodeContents(line ?? step);
      const at = text.getBoundingClientRect();
      const isDrawn = line && at.top < line.getBoundingClientRect().bottom;
      return isDrawn && (at.left < box.left + 4 || at.right > box.right - 4) ? [step.textContent] : [];
    })`);
  for (const size of ['100%', '130%', '200%']) {
    await page.evaluate(`document.documentElement.style.fontSize = '${size}'`);
    expect(await touching()).toEqual([]);
  }
  await expect(page.getByText(/= 4 × ₱2,846\.37/)).toBeVisible();
});

test('Escape, a second finger, a rotation, a call and a hidden page end a drag at today’s amount [T1113]', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  await openLate(page, hiram);
  const ends = [
    () => page.keyboard.press('Escape'),
    () =>
      page.evaluate(
        "document.dispatchEvent(new PointerEvent('pointerdown', { pointerId: 77, bubbles: true }))",
      ),
    () => page.evaluate("window.dispatchEvent(new Event('resize'))"),
    // The system takes the finger, as for a call.
    () =>
      page.evaluate(
        "document.querySelector('[data-walker]').dispatchEvent(new PointerEvent('pointercancel', { bubbles: true }))",
      ),
    () =>
      page.evaluate(`Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
        document.dispatchEvent(new Event('visibilitychange'));
        delete document.visibilityState;`),
  ];
  for (const end of ends) {
    await drag(page, 84, 0);
    await expect(day(page)).toHaveAttribute('aria-valuenow', '7');
    await end();
    await expect(day(page)).toHaveAttribute('aria-valuenow', '0');
    await page.mouse.up();
    await expect(page.locator('[data-walker]')).toHaveCSS('transform', 'none');
  }
});

test('a drag that ends outside of the page keeps the last choice within the loan [T1352]', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  await openLate(page, hiram);
  await drag(page, 84, 0);
  await page.mouse.move(-40, -40);
  await page.mouse.up();
  await expect(day(page)).toHaveAttribute('aria-valuenow', '0');
  await drag(page, 84, 0);
  await page.mouse.move(200, 900);
  await page.mouse.up();
  const chosen = Number(await day(page).getAttribute('aria-valuenow'));
  expect(chosen).toBeGreaterThan(0);
  // The finger is gone: nothing moves any more.
  await page.mouse.move(20, 300);
  await expect(day(page)).toHaveAttribute('aria-valuenow', String(chosen));
});

test('a payment that arrives while two repayments are held shows the loan as it is then [T1353]', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const borrower = await openLate(page, hiram);
  await drag(page, 0, -46);
  await expect(page.getByText('Exact amount')).toBeVisible();
  const context = { appName: 'ph', sessionId: borrower.sessionId };
  const { orderId } = borrower;
  const { repayAmount: amount } = await hiram.send(instalmentDetail, { orderId }, context);
  const { payUrl } = await hiram.send(payCode, { orderId, amount, channelNumber: '10001' }, context);
  await hiram.pay(new URL(payUrl, hiram.origin).searchParams.get('payCode') ?? '');
  // The finger moves on: the answer to the next choice knows of the payment.
  const box = await page.locator('[data-walker]').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 27, (box?.y ?? 0) - 60);
  await expect(page.getByRole('heading', { level: 1, name: /Step 1 of 4 done/ })).toBeVisible();
  await page.mouse.up();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('1 of 4 paid')).toBeVisible();
  await expect(steps(page)).toHaveAttribute('aria-valuetext', /^1 of 3/);
});

test('when the server has newer rules its figure counts, and the page computes none [T1354]', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  await openLate(page, hiram);
  await page.route('**/loan-details/quote-steps*', async (route) => {
    const response = await route.fetch();
    const { data, ...envelope } = await response.json();
    const quote = { ...data.quote, amount: 777_700 };
    await route.fulfill({ response, json: { ...envelope, data: { ...data, quote, rules: data.rules + 1 } } });
  });
  await steps(page).press('ArrowUp');
  await expect(page.getByText('₱7,777.00').first()).toBeVisible();
  await expect(page.getByText('Exact amount')).toBeVisible();
  const estimates: string[] = [];
  await page.exposeFunction('noteEstimate', (text: string) => estimates.push(text));
  await page.evaluate(`new MutationObserver(() => {
    if (document.body.innerText.includes('Estimate')) noteEstimate(document.body.innerText);
  }).observe(document.body, { subtree: true, childList: true, characterData: true })`);
  await day(page).press('ArrowRight');
  await expect(page.getByText('₱7,777.00').first()).toBeVisible();
  expect(estimates).toEqual([]);
});

test('a choice that rests is asked of the server once', { tag: '@verify' }, async ({ page, hiram }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/loan-details/quote-steps')) asked.push(request.url());
  });
  await openLate(page, hiram);
  await steps(page).press('ArrowUp');
  await expect(page.getByText('Exact amount')).toBeVisible();
  // Read out later than a second question would be asked.
  await expect(page.locator('[data-story] [aria-live]')).toContainText('Pay 2 payments now');
  expect(asked).toHaveLength(1);
});

test('without a signal the amount is an estimate, and says so [T1114]', async ({ page, hiram, context }) => {
  await openLate(page, hiram);
  await context.setOffline(true);
  await steps(page).press('ArrowUp');
  await expect(page.getByText('Estimate, no signal')).toBeVisible();
});

test('before half the term the whole loan is not chosen: the page says from when it is [T1115]', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  await openLate(page, hiram);
  await steps(page).press('End');
  await expect(
    page.locator('small').filter({ hasText: /^The whole loan can be paid from \d+ \w+$/ }),
  ).toBeVisible();
  await expect(steps(page)).toHaveAttribute('aria-valuenow', '1');
  // What is due is named as before, with how late it is; it can be paid today.
  const amount = await page.getByRole('button', { name: /^Pay ₱/ }).innerText();
  await expect(page.getByText(amount.replace(/^Pay /i, 'Today you can pay '))).toBeVisible();
  for (const text of ['To pay now', '1 payment late', '2 days late'])
    await expect(page.getByText(text, { exact: true }).filter({ visible: true })).toHaveCount(1);
});

test('what was chosen is chosen on the page of repaying [T1116]', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  await openLate(page, hiram);
  await steps(page).press('ArrowUp');
  await expect(page.getByText('Exact amount')).toBeVisible();
  const pay = page.getByRole('button', { name: /^Pay ₱/ });
  const amount = (await pay.innerText()).replace(/^Pay /i, '');
  await pay.click();
  await expect(page).toHaveURL(/\/repay\?/);
  const chosen = page.locator('label', { has: page.getByRole('radio', { checked: true }) });
  await expect(chosen).toContainText(amount);
});

test('controls and engine are one script of at most 12 kB that the first view does without [T1117]', async ({
  page,
  hiram,
}) => {
  await savesData(page);
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.url());
  });
  const borrower = await hiram.borrower({ state: '180', kind: 'perPeriod', with: { kindTips: 0 } });
  await page.goto(hiram.url('/order', borrower), { waitUntil: 'networkidle' });
  const before = new Set(scripts);
  await page.getByRole('button', { name: 'One payment more' }).click();
  await expect(page.getByText('Exact amount')).toBeVisible();
  const added = scripts.filter((url) => !before.has(url) && url.includes('/Remote-'));
  expect(added).toHaveLength(1);
  const script = await (await fetch(added[0] ?? '')).arrayBuffer();
  expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(12_000);
});
