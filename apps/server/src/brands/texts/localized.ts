/** Languages in which a brand can speak to its borrowers, with the names that they give themselves. */
export const languageNames = { en: 'English', fil: 'Filipino', id: 'Bahasa Indonesia' } as const;
export type Language = keyof typeof languageNames;
export const languageCodes = ['en', 'fil', 'id'] as const satisfies readonly Language[];

function isSpoken(value: object): value is Readonly<Record<string, string>> {
  const keys = Object.keys(value);
  return (
    keys.length > 0 &&
    keys.every((key) => (languageCodes as readonly string[]).includes(key)) &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}

/**
 * A brand's data in one language. Any text in its files is either one string for all languages or one for each:
 * `{ "en": "Full name", "fil": "Buong pangalan" }`. What `language` lacks is a line in `problems`, told by its place.
 */
export function inLanguage(json: unknown, language: Language, problems: string[], place = ''): unknown {
  if (typeof json !== 'object' || json === null) return json;
  const below = (key: string | number) => (place === '' ? String(key) : `${place}.${key}`);
  if (Array.isArray(json)) return json.map((one, at) => inLanguage(one, language, problems, below(at)));
  if (isSpoken(json)) {
    const text = json[language];
    if (text === undefined || text.trim() === '')
      problems.push(`${place} has no text in ${languageNames[language]}`);
    // Something stands in its place, so that nothing else complains of the same.
    return text?.trim() ? text : '?';
  }
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [key, inLanguage(value, language, problems, below(key))]),
  );
}
