import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const themes = ['light', 'dark'] as const;

/**
 * What axe finds on the page as it is shown, in the light theme and then in the dark one: `theme rule: element`. `tags` are
 * the sets of rules; all of them without it.
 */
export async function violationsInBothThemes(page: Page, tags?: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const axe = new AxeBuilder({ page });
    if (tags) axe.withTags([...tags]);
    // Results of frames are joined on a page opened for that alone: half the work of a page that has no frames.
    if (page.frames().length === 1) axe.setLegacyMode();
    const { violations } = await axe.analyze();
    found.push(
      ...violations.map((violation) => `${colorScheme} ${violation.id}: ${violation.nodes[0]?.html}`),
    );
  }
  return found;
}
