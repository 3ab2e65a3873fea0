/**
 * The part of `@lingui/core` and `@lingui/react` that the screens use, for compiled catalogues: values, plurals and
 * elements. The build of the screens puts it in their place (`smallLingui` in `build/vite.config.ts`).
 */
import {
  cloneElement,
  createContext,
  type ReactElement,
  type ReactNode,
  useContext,
  useSyncExternalStore,
} from 'react';

type Token = string | readonly [name: string, type?: string, cases?: Readonly<Record<string, Message>>];
type Message = string | readonly Token[];
type Values = Readonly<Record<string, unknown>>;
interface Descriptor {
  readonly id: string;
  readonly message?: Message;
  readonly values?: Values;
}

const texts: Record<string, Record<string, Message>> = {};
const listeners = new Set<() => void>();

/** The engine's own rules (`Intl`): their first use costs a slow phone a tenth of a second. */
function pluralOf(value: number): string {
  return new Intl.PluralRules([i18n.locale, 'en']).select(value);
}

/** The plural category of a number: of a count by the rules of the app's languages, of another number by the engine's. */
function categoryOf(value: number): string {
  if (!Number.isInteger(value) || value < 0) return pluralOf(value);
  if (i18n.locale === 'en') return value === 1 ? 'one' : 'other';
  if (i18n.locale === 'id') return 'other';
  if (i18n.locale !== 'fil') return pluralOf(value);
  return (value > 0 && value < 4) || !/[469]$/.test(String(value)) ? 'one' : 'other';
}

/** A number in the digits of its language. A short count is the same in each. */
function countText(value: number): string {
  const isShort = Number.isInteger(value) && value >= 0 && value < 1_000;
  return isShort ? String(value) : new Intl.NumberFormat([i18n.locale, 'en']).format(value);
}

function writePlural(value: number, cases: Readonly<Record<string, Message>>, values: Values): string {
  const chosen = cases[value] ?? cases[categoryOf(value)] ?? cases.other ?? '';
  return write(chosen, values, countText(value));
}

/** The text of a message. `count` replaces `#` inside a plural. */
function write(message: Message, values: Values, count?: string): string {
  if (typeof message === 'string') return message;
  return message
    .map((token) => {
      if (typeof token === 'string') return token === '#' ? (count ?? token) : token;
      const [name, type, cases] = token;
      if (type === 'plural' && cases) return writePlural(Number(values[name]), cases, values);
      return String(values[name] ?? '');
    })
    .join('');
}

function translate(message: Descriptor | string, values: Values = {}): string {
  const descriptor: Descriptor = typeof message === 'string' ? { id: message, values } : message;
  const { id } = descriptor;
  return write(texts[i18n.locale]?.[id] ?? descriptor.message ?? id, descriptor.values ?? values);
}

export const i18n = {
  locale: '',
  _: translate,
  t: translate,
  load(language: string, messages: Readonly<Record<string, Message>>): void {
    texts[language] = { ...texts[language], ...messages };
  },
  activate(language: string): void {
    i18n.locale = language;
    current = newContext();
    for (const listener of Array.from(listeners)) listener();
  },
};

/** A new object at each change, so that effects and memos that depend on it run again. */
function newContext() {
  return {
    i18n: { ...i18n },
    _: (message: Descriptor | string, values?: Values) => translate(message, values),
  };
}
let current = newContext();

const currentContext = () => current;

const Texts = createContext(current);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function I18nProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const value = useSyncExternalStore(subscribe, currentContext, currentContext);
  return <Texts.Provider value={value}>{children}</Texts.Provider>;
}

export const useLingui = () => useContext(Texts);

/** Replaces `<0>text</0>` and `<0/>` in a text by the elements of these numbers. */
function withElements(text: string, components: Readonly<Record<string, ReactElement>>): ReactNode[] {
  const found = /<(\d+)>([\s\S]*?)<\/\1>|<(\d+)\/>/.exec(text);
  const element = found && components[found[1] ?? found[3] ?? ''];
  if (!found || !element) return [text];
  const inner = found[2] ? { children: withElements(found[2], components) } : {};
  return [
    text.slice(0, found.index),
    cloneElement(element, { key: text.length, ...inner }),
    ...withElements(text.slice(found.index + found[0].length), components),
  ];
}

export function Trans({
  components = {},
  ...message
}: Descriptor & { readonly components?: Readonly<Record<string, ReactElement>> }): ReactNode {
  return <>{withElements(useLingui()._(message), components)}</>;
}
