/** The language chosen in the settings, and the language that the address requested at that time. */
interface Choice {
  readonly chosen: string;
  readonly before: string;
}

const yearSeconds = 365 * 86_400;

function readChoice(cookies: string): Choice | undefined {
  const [, chosen = '', before = ''] =
    /(?:^|; )(?:__Host-)?hiram_lang=([a-z]{2,3})~([a-z]{0,3})(?:;|$)/.exec(cookies) ?? [];
  return chosen ? { chosen, before } : undefined;
}

/** Whether a language was chosen on this phone. */
export function hasLanguageChoice(cookies: string): boolean {
  return readChoice(cookies) !== undefined;
}

const codeOf = (lang: string | undefined) => lang?.toLowerCase().split(/[-_]/)[0] ?? '';

/**
 * The language to show. A choice overrides the language that the address requested when the choice was made, so that a
 * host that keeps opening pages in its own language does not undo it. If the host's language changes later, the host's
 * language applies.
 */
export function languageToShow(requested: string | undefined, cookies: string): string | undefined {
  const choice = readChoice(cookies);
  const requestedCode = codeOf(requested);
  return choice && (requestedCode === '' || requestedCode === choice.before) ? choice.chosen : requested;
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
