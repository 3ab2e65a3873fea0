import { codeOf, readChoice } from './language-choice.ts';

const yearSeconds = 365 * 86_400;

/** Reports whether a language was chosen on this phone. */
export function hasLanguageChoice(cookies: string): boolean {
  return readChoice(cookies) !== undefined;
}

/**
 * The cookie that stores a choice. A cookie, because local storage is cleared after a complaint (CMP-12). It contains
 * two language codes and nothing else.
 */
export function languageCookie(
  chosen: string,
  requested: string | undefined,
  cookies: string,
  https: boolean,
): string {
  const former = readChoice(cookies);
  const code = codeOf(requested);
  // After a first choice, addresses request the chosen language, so the host's own language is the one stored before.
  const requestedBefore = former && code === former.chosen ? former.before : code;
  const [prefix, secure] = https ? ['__Host-', '; Secure'] : ['', ''];
  return `${prefix}hiram_lang=${chosen}~${requestedBefore}; path=/; max-age=${yearSeconds}; SameSite=Lax${secure}`;
}
