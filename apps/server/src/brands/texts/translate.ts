import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { en, type TextId, type Texts } from './en.ts';
import { fil } from './fil.ts';
import { id } from './id.ts';
import { specifiedCopy } from './specified-copy.ts';

/** Says a message in one language; `values` fill its placeholders. */
export type Translate = (id: TextId, values?: Readonly<Record<string, string | number>>) => string;

/** The server's messages by language. */
export const catalogues: Readonly<Record<string, Texts>> = { en, fil, id };

function translator(locale: string, texts: Texts): Translate {
  const messages = Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, compileMessage(text)]));
  const i18n = setupI18n({ locale, messages: { [locale]: messages } });
  return (id, values) => i18n._(id, { ...values });
}

const translators = new Map<string, Translate>();

/**
 * The speaker of a language (`en`, `fil`, `id`; `zh` and `es` have the texts that the specification gives in them and are
 * English beyond) in a market. English where the language is not ours.
 */
export function translatorFor(
  lang: string,
  { specifiedCopy: isGiven }: { readonly specifiedCopy: boolean },
): Translate {
  const key = `${lang} ${isGiven}`;
  let translate = translators.get(key);
  if (!translate) {
    const known = Object.hasOwn(catalogues, lang) ? lang : 'en';
    const given = isGiven
      ? { ...specifiedCopy.zh, ...specifiedCopy.es }
      : lang === 'zh' || lang === 'es'
        ? specifiedCopy[lang]
        : {};
    translate = translator(known, { ...(catalogues[known] ?? en), ...given });
    // A caller's language is matched against the brand's before, so this map does not grow.
    translators.set(key, translate);
  }
  return translate;
}

/** What to answer in before a caller's brand and language are known. */
export const translateToEnglish = translator('en', en);

function isTextId(id: string): id is TextId {
  return Object.hasOwn(en, id);
}

/** The message of a refusal's reason, or the one that `textId` names instead. A test holds that every reason of the contract has one. */
export function rejectionText(reason: string, textId = `rejection.${reason}`): TextId {
  return isTextId(textId) ? textId : 'common.refused';
}
