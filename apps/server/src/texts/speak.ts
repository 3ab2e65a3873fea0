import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { en } from './en.ts';

/** Ids of the server's own messages. */
export type TextId = keyof typeof en;
export type Texts = Record<TextId, string>;

/** Says a message in one language; `values` fill its placeholders. */
export type Speak = (id: TextId, values?: Readonly<Record<string, string | number>>) => string;

const catalogues: Readonly<Record<string, Texts>> = { en };

function speaker(locale: string, texts: Texts): Speak {
  const messages = Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, compileMessage(text)]));
  const i18n = setupI18n({ locale, messages: { [locale]: messages } });
  return (id, values) => i18n._(id, { ...values });
}

const speakers = new Map(
  Object.entries(catalogues).map(([locale, texts]) => [locale, speaker(locale, texts)]),
);
const english = speaker('en', en);

/** The speaker for a caller's `lang` (`id`, `fil-PH`, …); English where the language is not ours. */
export function speakerFor(lang: string | undefined): Speak {
  return speakers.get((lang ?? 'en').toLowerCase().split('-')[0] ?? 'en') ?? english;
}

function isTextId(id: string): id is TextId {
  return Object.hasOwn(en, id);
}

/** The message of a refusal's reason. A test holds that every reason of the contract has one. */
export function refusalText(reason: string): TextId {
  const id = `refusal.${reason}`;
  return isTextId(id) ? id : 'common.refused';
}
