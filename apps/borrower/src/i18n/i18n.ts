import { i18n, type Messages } from '@lingui/core';
import { askedLang } from '../app/context.ts';
import { market } from '../app/market.ts';
import { settings } from '../app/settings.ts';
import { specifiedCopy } from './specified-copy.ts';

/**
 * One catalogue a journey and one for the ground that all stand on, in every language that has a folder; each is fetched
 * only when a screen of it is opened.
 */
const catalogues = import.meta.glob<Messages>('../../locales/*/*.po', { import: 'messages' });

const at = (language: string, name: string) => catalogues[`../../locales/${language}/${name}.po`];

/** What the brand speaks: codes with their own names. */
export const languages: readonly (readonly [string, string])[] = (
  [
    ['en', 'English'],
    ['fil', 'Filipino'],
    ['id', 'Bahasa Indonesia'],
  ] as const
).filter(([code]) => settings.languages.includes(code) && at(code, 'ground'));

function askedCode(): string {
  const code = askedLang().toLowerCase().split(/[-_]/)[0] ?? '';
  return code === 'tl' ? 'fil' : code;
}

/** The language to speak: the one asked for where the brand has it, else the brand's first. */
export function chosenLanguage(): string {
  const asked = askedCode();
  const first = settings.languages[0] ?? 'en';
  return [asked, first].find((code) => languages.some(([known]) => known === code)) ?? 'en';
}

/** Loads the words of a screen (`module` is its file under src/, its first folder the journey) and speaks them from now on. */
export async function loadWords(module: string): Promise<void> {
  const language = chosenLanguage();
  const found = await Promise.all(
    ['ground', module.split('/')[0] ?? ''].map((name) => at(language, name)?.()),
  );
  for (const messages of found) if (messages) i18n.load(language, messages);
  i18n.load(language, specifiedCopy(market.specifiedCopy, askedCode()));
  i18n.activate(language);
  document.documentElement.lang = language;
}
