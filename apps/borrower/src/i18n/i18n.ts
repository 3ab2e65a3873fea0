import { i18n } from '@lingui/core';
import { askedLang } from '../app/context.ts';

/** Languages with a catalogue of their own; each is fetched only when used. */
const catalogues = {
  en: () => import('../../locales/en.po'),
} as const;

type Language = keyof typeof catalogues;

function isLanguage(lang: string): lang is Language {
  return Object.prototype.hasOwnProperty.call(catalogues, lang);
}

/** The language to speak: the one asked for where we have it, else English. */
export function chosenLanguage(): Language {
  const asked = askedLang().toLowerCase().split('-')[0] ?? 'en';
  return isLanguage(asked) ? asked : 'en';
}

/** Loads the catalogue of the chosen language and speaks it from now on. */
export async function activateLanguage(): Promise<void> {
  const language = chosenLanguage();
  const { messages } = await catalogues[language]();
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
}
