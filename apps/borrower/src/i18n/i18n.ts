import { i18n, type Messages } from '@lingui/core';
import { requestedLang } from '../app/context.ts';
import { market } from '../app/market.ts';
import { settings } from '../app/settings.ts';
import { specifiedCopy } from './specified-copy.ts';

/**
 * The catalogues of every language: one per feature, and one (`ground`) that all screens share. Each is fetched only
 * when one of its screens opens.
 */
const catalogues = import.meta.glob<Messages>('../../locales/*/*.po', { import: 'messages' });

const catalogueOf = (language: string, name: string) => catalogues[`../../locales/${language}/${name}.po`];

/** The brand's languages: codes with their own names. */
export const languages: readonly (readonly [string, string])[] = (
  [
    ['en', 'English'],
    ['fil', 'Filipino'],
    ['id', 'Bahasa Indonesia'],
  ] as const
).filter(([code]) => settings.languages.includes(code) && catalogueOf(code, 'ground'));

function requestedCode(): string {
  const code = requestedLang().toLowerCase().split(/[-_]/)[0] ?? '';
  return code === 'tl' ? 'fil' : code;
}

/** The language to show: the requested one if the brand has it, else the brand's default. */
export function chosenLanguage(): string {
  const requested = requestedCode();
  const defaultLanguage = settings.languages[0] ?? 'en';
  return [requested, defaultLanguage].find((code) => languages.some(([known]) => known === code)) ?? 'en';
}

/** Loads and activates the texts of a screen. `module` is its file under src/; its first folder is the feature. */
export async function loadTexts(module: string): Promise<void> {
  const language = chosenLanguage();
  const loaded = await Promise.all(
    ['ground', module.split('/')[0] ?? ''].map((name) => catalogueOf(language, name)?.()),
  );
  for (const messages of loaded) if (messages) i18n.load(language, messages);
  i18n.load(language, specifiedCopy(market.specifiedCopy, requestedCode(), language));
  i18n.activate(language);
  document.documentElement.lang = language;
}
