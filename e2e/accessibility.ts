import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const themes = ['light', 'dark'] as const;

/**
 * The violations that axe finds on the page, in the light theme and then in the dark one, as `theme rule: element`. `tags`
 * selects the sets of rules; without it axe applies all of them.
 */
export async function violationsInBothThemes(page: Page, tags?: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const axe = new AxeBuilder({ page });
    if (tags) axe.withTags([...tags]);
    // Axe opens a separate page to join the results of frames. A page without frames does not need it: half the time.
    if (page.frames().length === 1) axe.setLegacyMode();
    const { violations } = await axe.analyze();
    found.push(
      ...violations.map((violation) => `${colorScheme} ${violation.id}: ${violation.nodes[0]?.html}`),
    );
  }
  return found;
}
