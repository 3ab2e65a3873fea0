import { addressLang, carryLang } from './context.ts';
import { languageCookie } from './language-cookie.ts';

/** From now on pages use this language, even if the host opens them with another one. */
export function chooseLang(lang: string): void {
  carryLang(lang);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is younger than our oldest engine
  document.cookie = languageCookie(lang, addressLang(), document.cookie, location.protocol === 'https:');
}
