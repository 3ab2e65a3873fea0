import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { expect, test } from 'vitest';
import { catalogues, config } from '../../../../tools/app-messages.ts';
import { specifiedCopy } from './specified-copy.ts';

/*
 * A screen finds a translation by its message's id, which is computed from the English text. If the text or the name of
 * a variable changes in the sources alone, the screen shows English and nothing else fails. These tests extract the
 * messages again, in memory, and compare them with the catalogues.
 */

type Compiled = ReturnType<typeof compileMessage>;

const app = fileURLToPath(new URL('../..', import.meta.url));

/** The catalogues of each other language, read from their files. */
const others = await Promise.all(
  config.locales.map(async (locale) => {
    const files = await Promise.all(
      catalogues.map(async ({ catalogue, messages, english }) => ({
        file: relative(app, catalogue.getFilename(locale)),
        messages,
        english,
        translated: (await catalogue.read(locale)) ?? {},
      })),
    );
    return [locale, files] as const;
  }),
);

type File = (typeof others)[number][1][number];

/** The English texts of the sources, each with its translation. */
const textsOf = (files: readonly File[]) =>
  files.flatMap(({ english, translated }) =>
    [...english].map(([id, text]) => [text, translated[id]?.translation ?? ''] as const),
  );

/** The English text of a message. */
const englishOf = (feature: string, id: string) =>
  catalogues.find(({ name }) => name === feature)?.english.get(id);

/** Faults of one file of one language. Each entry names the file, the message's id and the remedy. */
function differences({ file, messages, translated }: File): string[] {
  const missing = Object.entries(messages)
    .filter(([id]) => translated[id] === undefined)
    .map(([id, { message = id, origin = [] }]) => {
      const source = origin.map(([path, line]) => `${path}:${line}`).join(', ');
      return `${file} lacks the message ${id} “${message}” of ${source}. Run npm run extract, then translate it.`;
    });
  const stale = Object.entries(translated)
    .filter(([id]) => messages[id] === undefined)
    .map(
      ([id, { message = id, translation = '' }]) =>
        `${file} has the message ${id} “${message}”, which no source has. Its translation is “${translation}”: ` +
        'copy it if the text only changed, then run npm run extract.',
    );
  const untranslated = Object.entries(translated)
    .filter(([id, { translation = '' }]) => messages[id] !== undefined && translation.trim() === '')
    .map(
      ([id, { message = id }]) =>
        `${file} does not translate the message ${id} “${message}”. Fill its msgstr.`,
    );
  return [...missing, ...stale, ...untranslated];
}

/** Messages whose translation equals the English text on purpose. Messages without a word need no entry. */
const sameAsEnglish: Readonly<Record<string, readonly string[]>> = {
  fil: [
    'Account',
    'Bank transfer',
    'Barangay',
    'Calculator',
    'Code',
    'Customer service',
    'IFSC',
    'Loan',
    'Loan {number}',
    'Mobile number',
    'Password',
    'Principal',
    'principal',
  ],
  id: ['Bank', 'IFSC'],
};

/** The placeholders and tags of a message with their formats, except the `#` of a plural. */
function placeholders(compiled: Compiled, found = new Set<string>()): Set<string> {
  for (const part of typeof compiled === 'string' ? [compiled] : compiled) {
    if (typeof part === 'string') {
      for (const tag of part.match(/<\/?\d+\/?>/g) ?? []) found.add(tag);
      continue;
    }
    const [name, type = '', choices] = part;
    found.add(`${name} ${type}`);
    if (typeof choices !== 'object' || choices === null) continue;
    for (const branch of Object.values(choices)) if (Array.isArray(branch)) placeholders(branch, found);
  }
  return found;
}

/** Reports whether a message contains a word beside its placeholders and units. */
const hasWord = (message: string) => /\p{L}{3,}/u.test(message.replace(/\{\w+\}/g, ''));

test.each(others)('%s has the messages of the sources, no others, and translates each', (_, files) => {
  expect(files.flatMap(differences)).toEqual([]);
});

test('every source with messages belongs to a catalogue', () => {
  const extracted = new Set(catalogues.flatMap(({ catalogue }) => catalogue.sourcePaths));
  const withMessages = globSync(`${app}src/**/*.{ts,tsx}`).filter((file) =>
    /from '@lingui\/(?:core|react)\/macro'/.test(readFileSync(file, 'utf8')),
  );
  expect(withMessages.length).toBeGreaterThan(50);
  expect(withMessages.filter((file) => !extracted.has(file))).toEqual([]);
});

test('every language of a brand has catalogues, or is the language of the sources', () => {
  const known = [config.sourceLocale, ...config.locales];
  const brands = globSync(`${app}../../brands/*/brand.json`);
  expect(brands.length).toBeGreaterThan(1);
  const without = brands.flatMap((file) => {
    const { languages }: { languages: string[] } = JSON.parse(readFileSync(file, 'utf8'));
    return languages
      .filter((language) => !known.includes(language))
      .map(
        (language) => `${relative(app, file)} lists ${language}, which apps/borrower/lingui.config.ts lacks`,
      );
  });
  expect(without).toEqual([]);
});

test.each(others)('%s keeps the placeholders and tags of each message', (_, files) => {
  for (const [english, text] of textsOf(files))
    expect([english, ...placeholders(compileMessage(text))].sort()).toEqual(
      [english, ...placeholders(compileMessage(english))].sort(),
    );
});

test.each(others)(
  '%s leaves no message in English except words that are the same in both languages',
  (language, files) => {
    const same = textsOf(files).filter(([english, text]) => text === english && hasWord(text));
    expect([...new Set(same.map(([, text]) => text))].sort()).toEqual(
      [...(sameAsEnglish[language] ?? [])].sort(),
    );
  },
);

test('the sources are English; texts in other languages are outside the catalogues', () => {
  const texts = catalogues.flatMap(({ english }) => [...english.values()]);
  expect(texts.filter((text) => /\p{Script=Han}/u.test(text))).toEqual([]);
  expect(englishOf('order', 'rating.chooseFirst')).toBe('Please choose');
});

test('the specification’s English is shown in its own market, and better words in the others [T443]', () => {
  expect(specifiedCopy(true, '', 'en')).toMatchObject({
    'order.addAccount': ['Go and bind the card'],
    'order.moveDate': ['Rollover Repayment'],
    'order.repayNow': ['REPAY'],
  });
  expect(specifiedCopy(true, '', 'id')['order.addAccount']).toBeUndefined();
  expect(specifiedCopy(false, '', 'en')).toEqual({});
  expect(englishOf('order', 'order.addAccount')).toBe('Add payout account');
  expect(englishOf('repay', 'repay.moveDate')).toBe('Move due date');
});
