import { expect, test } from '../support/hiram.ts';
import { isThorough } from '../support/sweeps.ts';

/** Addresses that look like our pages and lead elsewhere: parsers drop tabs and line ends, read `\` as `/`, and resolve dots. */
const lookAlikes = [
  '//evil.example/x',
  '/\t/evil.example/x',
  '/\n/evil.example/x',
  '/\r//evil.example/x',
  '/\\evil.example/x',
  '/.//evil.example/x',
  '/x/..//evil.example/x',
  '/%2e//evil.example/x',
  'https://evil.example/x',
  'javascript:document.title="evil"',
  '\u0001javascript:document.title="evil"',
];

test('a return path stays on this origin, and no session is sent elsewhere [T138]', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const requests: string[] = [];
  await page.route(
    (url) => url.hostname === 'evil.example',
    (route) => {
      requests.push(route.request().url());
      return route.fulfill({ body: '<h1>evil</h1>', contentType: 'text/html' });
    },
  );
  const borrower = await hiram.borrower({ state: 'ready' });
  // A part of them in `npm test`: `own-page.test.ts` tries such addresses without a page.
  for (const returnTo of lookAlikes.filter((_, at) => isThorough || at % 3 === 1)) {
    await page.goto(hiram.url('/apply', borrower, { returnTo }));
    await page.getByRole('button', { name: 'Continue to your loan' }).click();
    await page.waitForURL((url) => url.pathname !== '/apply');
    expect([returnTo, requests, new URL(page.url()).origin]).toEqual([returnTo, [], hiram.origin]);
  }
});
