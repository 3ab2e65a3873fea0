import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { isThorough } from './sweeps.ts';

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

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
    const { violations } = await examine(page, {
      // Without a description of every element that passes, which costs more than the rules.
      resultTypes: ['violations'],
      ...(colorScheme === 'dark'
        ? { runOnly: { type: 'rule', values: colourRules } }
        : tags && { runOnly: { type: 'tag', values: [...tags] } }),
    });
    found.push(
      ...violations.map((violation) => `${colorScheme} ${violation.id}: ${violation.nodes[0]?.html}`),
    );
  }
  return found;
}

/**
 * Expects no violation in a further state of a screen: a filled form, an answer, an error. `npm test` examines each screen
 * once, since axe costs more than the step before it; `npm run verify` examines every state.
 */
export async function expectStateAccessible(page: Page): Promise<void> {
  if (isThorough) expect(await violationsInBothThemes(page)).toEqual([]);
}

/**
 * A page without frames keeps axe from one run to the next: to load it again costs as much as the run. The results of frames
 * are joined by axe's own library.
 */
async function examine(page: Page, options: RunOptions): Promise<AxeResults> {
  if (page.frames().length > 1) return new AxeBuilder({ page }).options(options).analyze();
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(source);
  return page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify({ ...options, preload: false })})`);
}
