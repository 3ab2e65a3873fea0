import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { en, type TextId, type Texts } from './en.ts';
import { fil } from './fil.ts';
import { givenTexts } from './given.ts';
import { id } from './id.ts';

/** Says a message in one language; `values` fill its placeholders. */
export type Speak = (id: TextId, values?: Readonly<Record<string, string | number>>) => string;

/** The server's messages by language. */
export const catalogues: Readonly<Record<string, Texts>> = { en, fil, id };

function speaker(locale: string, texts: Texts): Speak {
  const messages = Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, compileMessage(text)]));
  const i18n = setupI18n({ locale, messages: { [locale]: messages } });
  return (id, values) => i18n._(id, { ...values });
}

const speakers = new Map<string, Speak>();

/**
 * The speaker of a language (`en`, `fil`, `id`; `zh` and `es` have the texts that the specification gives in them and are
 * English beyond) in a market. English where the language is not ours.
 */
export function speakerFor(lang: string, { givenTexts: isGiven }: { readonly givenTexts: boolean }): Speak {
  const key = `${lang} ${isGiven}`;
  let speak = speakers.get(key);
  if (!speak) {
    const known = Object.hasOwn(catalogues, lang) ? lang : 'en';
    const given = isGiven
      ? { ...givenTexts.zh, ...givenTexts.es }
      : lang === 'zh' || lang === 'es'
        ? givenTexts[lang]
        : {};
    speak = speaker(known, { ...(catalogues[known] ?? en), ...given });
    // A caller's language is matched against the brand's before, so this map does not grow.
    speakers.set(key, speak);
  }
  return speak;
}

/** What to answer in before a caller's brand and language are known. */
export const plainSpeak = speaker('en', en);

function isTextId(id: string): id is TextId {
  return Object.hasOwn(en, id);
}

/** The message of a refusal's reason, or the one that `textId` names instead. A test holds that every reason of the contract has one. */
export function refusalText(reason: string, textId = `refusal.${reason}`): TextId {
  return isTextId(textId) ? textId : 'common.refused';
}
