/** Languages of brands, with their own names. */
export const languageNames = { en: 'English', fil: 'Filipino', id: 'Bahasa Indonesia' } as const;
export type Language = keyof typeof languageNames;
export const languageCodes = ['en', 'fil', 'id'] as const satisfies readonly Language[];

function isLocalizedText(value: object): value is Readonly<Record<string, string>> {
  const keys = Object.keys(value);
  return (
    keys.length > 0 &&
    keys.every((key) => (languageCodes as readonly string[]).includes(key)) &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}

/**
 * A brand's data in one language. Any text in its files is either one string for all languages or one per language: `{ "en":
 * "Full name", "fil": "Buong pangalan" }`. A text that is missing in `language` is a line in `problems` with its place.
 */
export function inLanguage(json: unknown, language: Language, problems: string[], place = ''): unknown {
  if (typeof json !== 'object' || json === null) return json;
  const pathTo = (key: string | number) => (place === '' ? String(key) : `${place}.${key}`);
  if (Array.isArray(json))
    return json.map((item, index) => inLanguage(item, language, problems, pathTo(index)));
  if (isLocalizedText(json)) {
    const text = json[language];
    if (text === undefined || text.trim() === '')
      problems.push(`${place} has no text in ${languageNames[language]}`);
    // A placeholder, so that the schema does not report the same text again.
    return text?.trim() ? text : '?';
  }
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [key, inLanguage(value, language, problems, pathTo(key))]),
  );
}
