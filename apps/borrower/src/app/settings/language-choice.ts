/** The language chosen in the settings, and the language that the address requested at that time. */
interface Choice {
  readonly chosen: string;
  readonly before: string;
}

export function readChoice(cookies: string): Choice | undefined {
  const [, chosen = '', before = ''] =
    /(?:^|; )(?:__Host-)?hiram_lang=([a-z]{2,3})~([a-z]{0,3})(?:;|$)/.exec(cookies) ?? [];
  return chosen ? { chosen, before } : undefined;
}

export const codeOf = (lang: string | undefined) => lang?.toLowerCase().split(/[-_]/)[0] ?? '';

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
