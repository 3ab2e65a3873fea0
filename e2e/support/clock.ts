import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Stops the page's clock, which `page.clock.install()` has replaced: a slow machine uses up none of the time that a test
 * measures. It jumps a minute ahead, as a clock that still runs cannot be stopped at the present moment.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 60_000);
}

/** Runs the page's clock in steps until the element is shown. Returns the milliseconds that it ran. */
export async function runUntilShown(page: Page, element: Locator, stepMs = 100): Promise<number> {
  let ran = 0;
  await expect(async () => {
    await page.clock.runFor(stepMs);
    ran += stepMs;
    expect(await element.isVisible()).toBe(true);
  }).toPass({ intervals: [50] });
  return ran;
}
