import { i18n, type Messages } from '@lingui/core';
import { askedLang } from '../app/context.ts';

/**
 * One catalogue a journey and one for the ground that all stand on, in every language that has a folder; each is fetched
 * only when a screen of it is opened.
 */
const catalogues = import.meta.glob<Messages>('../../locales/*/*.po', { import: 'messages' });

const at = (language: string, name: string) => catalogues[`../../locales/${language}/${name}.po`];

/** What we can speak: codes with their own names. */
export const languages: readonly (readonly [string, string])[] = (
  [
    ['en', 'English'],
    ['fil', 'Filipino'],
    ['id', 'Bahasa Indonesia'],
  ] as const
).filter(([code]) => at(code, 'ground'));

/** The language to speak: the one asked for where we have it, else English. */
export function chosenLanguage(): string {
  const asked = askedLang().toLowerCase().split('-')[0] ?? 'en';
  return at(asked, 'ground') ? asked : 'en';
}

/** Loads the words of a screen (`module` is its file under src/, its first folder the journey) and speaks them from now on. */
export async function loadWords(module: string): Promise<void> {
  const language = chosenLanguage();
  const found = await Promise.all(
    ['ground', module.split('/')[0] ?? ''].map((name) => at(language, name)?.()),
  );
  for (const messages of found) if (messages) i18n.load(language, messages);
  i18n.activate(language);
  document.documentElement.lang = language;
}
