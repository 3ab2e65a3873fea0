import { bareContacts } from '../support/bare-contacts.ts';
import { fakeHost, type SentMessage } from '../support/fake-host.ts';
import { expect, type Page, test } from '../support/hiram.ts';
import { isThorough } from '../support/sweeps.ts';

/** Taps every telephone, e-mail and store link of the page and returns their addresses. */
async function tapContacts(page: Page): Promise<string[]> {
  const links = page
    .locator('a[href^="tel:"], a[href^="mailto:"], a[data-for][href^="https:"]')
    .filter({ visible: true });
  await expect(links.first()).toBeVisible();
  const tapped: string[] = [];
  for (const link of await links.all()) {
    tapped.push((await link.getAttribute('href')) ?? '');
    await link.click();
  }
  return tapped;
}

/** The messages that the host must receive after these links were tapped. */
function expected(links: readonly string[]): Pick<SentMessage, 'action' | 'payload'>[] {
  return links.map((link) =>
    link.startsWith('tel:')
      ? { action: 'callPhone', payload: { phone: link.slice(4).replace(/[^+\d]/g, '') } }
      : { action: 'openPage', payload: { url: link } },
  );
}

const contactsOf = (sent: readonly SentMessage[]) =>
  sent
    .filter(({ action }) => action === 'callPhone' || action === 'openPage')
    .map(({ action, payload }) => ({ action, payload }));

for (const [platform, brand, tag] of [
  ['android', 'spec', []],
  ['ios', 'ph', ['@verify']],
] as const)
  test(`BRG-07 BRG-13 contacts and stores on visitor pages go through the host (${platform}, ${brand})`, {
    tag: [...tag],
  }, async ({ page, hiram }) => {
    const sent = await fakeHost(page, platform);
    const pages = ['/promotion', '/promotion/plain', '/downloadTemplate', '/', '/contact', '/terms'];
    const texts = ['/agreementTemplate', '/privacyPolicy', '/aboutUs', '/loanAgreement'];
    // One of each kind, and all of them in `npm run verify`.
    const paths = isThorough
      ? [...pages, ...texts]
      : ['/promotion', '/promotion/plain', '/downloadTemplate', '/contact', '/loanAgreement'];
    for (const path of paths) {
      await page.goto(`${hiram.origin}${path}?appName=${brand}`);
      expect([path, await bareContacts(page)]).toEqual([path, []]);
      sent.length = 0;
      const tapped = await tapContacts(page);
      await expect.poll(() => contactsOf(sent), path).toEqual(expected(tapped));
    }
  });
