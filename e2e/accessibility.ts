import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The rules whose result depends on colours. The second theme changes nothing else. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * The violations that axe finds on the page, as `theme rule: element`: in the light theme by the sets of rules that `tags`
 * selects (all of them without it), in the dark one by the rules about colours.
 */
export async function violationsInBothThemes(page: Page, tags?: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const axe = new AxeBuilder({ page });
    if (colorScheme === 'dark') axe.withRules(colourRules);
    else if (tags) axe.withTags([...tags]);
    // Axe opens a separate page to join the results of frames. A page without frames does not need it: half the time.
    if (page.frames().length === 1) axe.setLegacyMode();
    const { violations } = await axe.analyze();
    found.push(
      ...violations.map((violation) => `${colorScheme} ${violation.id}: ${violation.nodes[0]?.html}`),
    );
  }
  return found;
}
