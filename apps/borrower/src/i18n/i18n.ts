import { i18n, type Messages } from '@lingui/core';
import { requestedLang } from '../app/settings/context.ts';
import { market } from '../app/settings/market.ts';
import { settings } from '../app/settings/settings.ts';
import { later } from '../kit/runtime/later.ts';
import { waitForTexts } from '../kit/runtime/with-styles.ts';

declare global {
  interface Window {
    /**
     * By language, the files of the first screen's texts: those of its first view, and those of the parts
     * that it loads later. One file has all of them where the server renders no view.
     */
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

async function messagesOf(file: string | undefined): Promise<Messages | undefined> {
  if (file === undefined) return undefined;
  const module: { readonly messages: Messages } = await import(/* @vite-ignore */ file);
  return module.messages;
}

const filesOf = (language: string): readonly string[] => window.hiramTexts?.[language] ?? [];

let firstSpecified: Specified | undefined;

/** The texts of the first screen's later parts. Nothing that is shown names them: no component renders again. */
const laterTexts = later(async () => {
  const language = chosenLanguage();
  const messages = await messagesOf(filesOf(language)[1]);
  if (messages) addTexts(language, [messages], firstSpecified);
});

/** Loads the texts that the document names for its screen's first view. Their file is on its way since its inline script ran. */
export async function loadFirstTexts(): Promise<void> {
  firstSpecified = await loadTexts((language) => Promise.all([messagesOf(filesOf(language)[0])]));
}

/** From now on a module is there with the texts of the screen's later parts. */
export const waitForLaterTexts = (): void => waitForTexts(laterTexts.load);

/** Loads and activates the texts of a screen. `load` gives its catalogues. */
export async function loadTexts(
  load: (language: string) => Promise<readonly (Messages | undefined)[]>,
): Promise<Specified | undefined> {
  const language = chosenLanguage();
  const [catalogues, specified] = await Promise.all([load(language), loadSpecified()]);
  activateTexts(language, catalogues, specified);
  document.documentElement.lang = language;
  return specified;
}

type Specified = typeof import('./specified-copy.ts');

/** The texts that the specification gives in another language than the screen's: few pages have any. */
const loadSpecified = async (): Promise<Specified | undefined> =>
  market.specifiedCopy || /^(zh|id)$/.test(requestedCode()) ? import('./specified-copy.ts') : undefined;

function addTexts(
  language: string,
  catalogues: readonly (Messages | undefined)[],
  specified: Specified | undefined,
): void {
  for (const messages of catalogues) if (messages) i18n.load(language, messages);
  if (specified)
    i18n.load(language, specified.specifiedCopy(market.specifiedCopy, requestedCode(), language));
}

/** Activates the texts of a screen in its language. */
export function activateTexts(
  language: string,
  catalogues: readonly (Messages | undefined)[],
  specified: Specified | undefined,
): void {
  addTexts(language, catalogues, specified);
  i18n.activate(language);
}
