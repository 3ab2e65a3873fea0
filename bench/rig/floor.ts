import type { Browser } from '@playwright/test';
import { type Entry, newAddress, phone } from './slow-phone.ts';

/** Milliseconds after the data are shown in which the page completes its first view. */
const settledMs = 1_000;

interface FirstView {
  readonly language: string;
  readonly styles: string;
  readonly view: string;
}

/**
 * The floor of a route: one document with the styles and the content of its first view and without any script. No page with
 * the same content can show it sooner on the same line.
 */
export async function floorOf(browser: Browser, origin: string, entry: Entry): Promise<string> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    await page.goto(await newAddress(origin, entry));
    await page.locator('#root').getByText(entry.awaits).first().waitFor({ state: 'attached' });
    await page.waitForTimeout(settledMs);
    const { styles, view, language } = await page.evaluate<FirstView>(`({
      language: document.documentElement.lang,
      styles: [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join(''),
      view: document.getElementById('root').outerHTML,
    })`);
    return [
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
      '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
      '<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">',
      `<title>${entry.path}</title><style>${styles}</style></head><body>${view}</body></html>`,
    ].join('');
  } finally {
    await context.close();
  }
}
