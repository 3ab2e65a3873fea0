/** A language that was chosen in the settings, and the one that the address asked for at that time. */
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

/** Was a language chosen on this phone? */
export function hasLanguageChoice(cookies: string): boolean {
  return readChoice(cookies) !== undefined;
}

const codeOf = (lang: string | undefined) => lang?.toLowerCase().split(/[-_]/)[0] ?? '';

/**
 * The language to speak. A choice stays over what the address asked for when it was made, so that a host that keeps opening
 * pages in its own language does not undo it; a host whose language changed after that is heard.
 */
export function languageToSpeak(asked: string | undefined, cookies: string): string | undefined {
  const choice = readChoice(cookies);
  const code = codeOf(asked);
  return choice && (code === '' || code === choice.before) ? choice.chosen : asked;
}

/** The cookie that keeps a choice: the local storage is cleared at times (CMP-12). It holds two languages' codes and nothing else. */
export function languageCookie(
  chosen: string,
  asked: string | undefined,
  cookies: string,
  https: boolean,
): string {
  const former = readChoice(cookies);
  const code = codeOf(asked);
  // After a first choice, addresses ask for what was chosen: the host's own language is the one before it.
  const before = former && code === former.chosen ? former.before : code;
  const [prefix, secure] = https ? ['__Host-', '; Secure'] : ['', ''];
  return `${prefix}hiram_lang=${chosen}~${before}; path=/; max-age=${yearSeconds}; SameSite=Lax${secure}`;
}
