import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { expect, test } from 'vitest';

/*
 * A screen finds a translation by its message's id, which is computed from the English text. If the text or the name of
 * a variable changes in the sources alone, the screen shows English and nothing else fails. These tests extract the
 * messages again, in memory, and compare them with the catalogues.
 */

const app = fileURLToPath(new URL('../..', import.meta.url));
const config = getConfig({ configPath: `${app}lingui.config.ts` });
const catalogues = await getCatalogs(config);

type Catalogue = (typeof catalogues)[number];
type Extracted = NonNullable<Awaited<ReturnType<Catalogue['collect']>>>;

/** Faults of one file of one language. Each entry names the file, the message's id and the remedy. */
async function differences(catalogue: Catalogue, extracted: Extracted, locale: string): Promise<string[]> {
  const file = relative(app, catalogue.getFilename(locale));
  const translated = (await catalogue.read(locale)) ?? {};
  const missing = Object.entries(extracted)
    .filter(([id]) => translated[id] === undefined)
    .map(([id, { message = id, origin = [] }]) => {
      const source = origin.map(([path, line]) => `${path}:${line}`).join(', ');
      return `${file} lacks the message ${id} “${message}” of ${source}. Run npm run extract, then translate it.`;
    });
  const stale = Object.entries(translated)
    .filter(([id]) => extracted[id] === undefined)
    .map(
      ([id, { message = id, translation = '' }]) =>
        `${file} has the message ${id} “${message}”, which no source has. Its translation is “${translation}”: ` +
        'copy it if the text only changed, then run npm run extract.',
    );
  const untranslated = Object.entries(translated)
    .filter(([id, { translation = '' }]) => extracted[id] !== undefined && translation.trim() === '')
    .map(
      ([id, { message = id }]) =>
        `${file} does not translate the message ${id} “${message}”. Fill its msgstr.`,
    );
  return [...missing, ...stale, ...untranslated];
}

test('every catalogue has the messages of the sources, no others, and translates each', async () => {
  const found: string[] = [];
  for (const catalogue of catalogues) {
    const extracted = await catalogue.collect();
    if (!extracted) throw new Error(`Lingui cannot read a source of ${catalogue.path}. Run npm run extract.`);
    for (const locale of config.locales) found.push(...(await differences(catalogue, extracted, locale)));
  }
  expect(found).toEqual([]);
});

test('every source with messages belongs to a catalogue', () => {
  const extracted = new Set(catalogues.flatMap((catalogue) => catalogue.sourcePaths));
  const withMessages = globSync(`${app}src/**/*.{ts,tsx}`).filter((file) =>
    /from '@lingui\/(?:core|react)\/macro'/.test(readFileSync(file, 'utf8')),
  );
  expect(withMessages.length).toBeGreaterThan(50);
  expect(withMessages.filter((file) => !extracted.has(file))).toEqual([]);
});

test('every language of a brand has catalogues', () => {
  const brands = globSync(`${app}../../brands/*/brand.json`);
  expect(brands.length).toBeGreaterThan(1);
  const without = brands.flatMap((file) => {
    const { languages }: { languages: string[] } = JSON.parse(readFileSync(file, 'utf8'));
    return languages
      .filter((language) => !config.locales.includes(language))
      .map(
        (language) => `${relative(app, file)} lists ${language}, which apps/borrower/lingui.config.ts lacks`,
      );
  });
  expect(without).toEqual([]);
});
