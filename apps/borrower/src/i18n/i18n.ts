import { i18n, type Messages } from '@lingui/core';
import { requestedLang } from '../app/settings/context.ts';
import { market } from '../app/settings/market.ts';
import { settings } from '../app/settings/settings.ts';

declare global {
  interface Window {
    /** By language, the catalogue files of the page's first screen, which the document names. */
    hiramTexts?: Readonly<Record<string, readonly string[]>>;
  }
}

/** The brand's languages: codes with their own names. */
export const languages: readonly (readonly [string, string])[] = (
  [
    ['en', 'English'],
    ['fil', 'Filipino'],
    ['id', 'Bahasa Indonesia'],
  ] as const
).filter(([code]) => settings.languages.includes(code));

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

/** Loads the catalogues that the document names. Their files are on their way since its inline script ran. */
function firstCatalogues(language: string): Promise<Messages[]> {
  const files = window.hiramTexts?.[language] ?? [];
  return Promise.all(
    files.map((file) =>
      import(/* @vite-ignore */ file).then(({ messages }: { messages: Messages }) => messages),
    ),
  );
}

/** Loads and activates the texts of a screen. `load` gives its catalogues; without it the screen is the page's first. */
export async function loadTexts(
  load: (language: string) => Promise<readonly (Messages | undefined)[]> = firstCatalogues,
): Promise<void> {
  const language = chosenLanguage();
  const [catalogues, specified] = await Promise.all([load(language), loadSpecified()]);
  activateTexts(language, catalogues, specified);
  document.documentElement.lang = language;
}

type Specified = typeof import('./specified-copy.ts');

/** The texts that the specification gives in another language than the screen's: few pages have any. */
const loadSpecified = async (): Promise<Specified | undefined> =>
  market.specifiedCopy || /^(zh|id)$/.test(requestedCode()) ? import('./specified-copy.ts') : undefined;

/** Activates the texts of a screen in its language. */
export function activateTexts(
  language: string,
  catalogues: readonly (Messages | undefined)[],
  specified: Specified | undefined,
): void {
  for (const messages of catalogues) if (messages) i18n.load(language, messages);
  if (specified)
    i18n.load(language, specified.specifiedCopy(market.specifiedCopy, requestedCode(), language));
  i18n.activate(language);
}
