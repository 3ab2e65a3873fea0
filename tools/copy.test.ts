import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { en } from '../apps/server/src/brands/texts/en.ts';
import { catalogues } from './app-messages.ts';
import { root } from './root.ts';

const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');
/** Words that are not used in texts for borrowers: a pattern, and what to say. */
const weeded: Readonly<Record<string, string>> = JSON.parse(read('tools/weeded-copy.json'));

/** The English texts. Texts of the integrators' preview are not for borrowers. */
const texts = [
  ...catalogues
    .filter(({ name }) => name !== 'preview')
    .flatMap(({ name, english }) => [...english.values()].map((text) => [name, text] as const)),
  ...Object.entries(en).map(([id, text]) => [`server ${id}`, text] as const),
  ...globSync('brands/**/*.json', { cwd: root }).map((file) => [file, read(file)] as const),
];

test('weeded words do not come back into texts for borrowers [T440]', () => {
  const problems = texts.flatMap(([place, text]) =>
    Object.entries(weeded).flatMap(([pattern, better]) => {
      const found = new RegExp(pattern).exec(text)?.[0];
      return found === undefined ? [] : [`${place}: “${found}”: say ${better}`];
    }),
  );
  expect(problems).toEqual([]);
});

/** The texts of buttons in the sources, without placeholders. */
const buttons = new Set(
  globSync('apps/borrower/src/**/*.tsx', { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(/<(?:Button|BarLink)\b[^`]*?>\s*\{[^`}]*t`([^`$]+)`/g)].map(
      ([, text = '']) => text,
    ),
  ),
);
const maxButton = { en: 24, fil: 30, id: 30 } as const;

/** The buttons of a language's catalogues; English stands in the sources. */
const buttonsIn = (language: string): readonly string[] =>
  language === 'en'
    ? [...buttons]
    : globSync(`apps/borrower/locales/${language}/*.po`, { cwd: root }).flatMap((file) =>
        [...read(file).matchAll(/^msgid "(.+)"\nmsgstr "(.*)"$/gm)].flatMap(([, id = '', text = '']) =>
          buttons.has(id) ? [text] : [],
        ),
      );

test.each(Object.entries(maxButton))(
  'a button has at most its number of characters in %s: %i [T442]',
  (language, max) => {
    const shown = buttonsIn(language);
    expect(shown.length).toBeGreaterThan(30);
    expect(shown.filter((text) => text.length > max)).toEqual([]);
  },
);
