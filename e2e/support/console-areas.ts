import { problemSave } from '@hiram/contract/complaint';
import type { Demo, Hiram, Page } from './hiram.ts';

/** Complaints of one borrower: their ids, the oldest first. */
export async function complain(hiram: Hiram, borrower: Demo, details: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const problemDetail of details) {
    const input = { problemType: 4, problemDetail, orderNo: borrower.orderId };
    const made = await hiram.send(problemSave, input, {
      sessionId: borrower.sessionId,
    });
    ids.push(made.problemId);
  }
  return ids;
}

/** The folder of the screenshots, if somebody wants to look at them. */
const pictures = process.env.CONSOLE_PICTURES || undefined;
const sizes = { '1280': [1280, 800], '1920': [1920, 1080], '390': [390, 844] } as const;

/** Takes pictures of a page in each size and theme, if `CONSOLE_PICTURES` names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  for (const [size, [width, height]] of Object.entries(sizes)) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${pictures}/${name}-${size}-${colorScheme}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Reports whether a page of 390 wide is not scrolled sideways. */
export async function isNarrowUsable(page: Page): Promise<boolean> {
  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = Number(
    await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
  );
  await page.setViewportSize({ width: 1280, height: 800 });
  return overflow <= 0;
}
