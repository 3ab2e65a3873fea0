import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { en, type TextId, type Texts } from './en.ts';
import { fil } from './fil.ts';
import { id } from './id.ts';
import type { Language } from './localized.ts';
import { specifiedCopy } from './specified-copy.ts';

/** Formats a message in one language; `values` fill its placeholders. */
export type Translate = (id: TextId, values?: Readonly<Record<string, string | number>>) => string;

/** The server's messages by language. */
export const catalogues: Readonly<Record<string, Texts>> = { en, fil, id } satisfies Record<Language, Texts>;

function translator(locale: string, texts: Texts): Translate {
  const messages = Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, compileMessage(text)]));
  const i18n = setupI18n({ locale, messages: { [locale]: messages } });
  return (id, values) => i18n._(id, { ...values });
}

const translators = new Map<string, Translate>();

/**
 * The translator of a language in a market: `en`, `fil`, `id`, or `zh` and `es`, which have the specified copy and are
 * English otherwise. Other languages get English.
 */
export function translatorFor(
  lang: string,
  { specifiedCopy: hasSpecifiedCopy }: { readonly specifiedCopy: boolean },
): Translate {
  const key = `${lang} ${hasSpecifiedCopy}`;
  let translate = translators.get(key);
  if (!translate) {
    const language = Object.hasOwn(catalogues, lang) ? lang : 'en';
    const specified = hasSpecifiedCopy
      ? { ...specifiedCopy.zh, ...specifiedCopy.es }
      : lang === 'zh' || lang === 'es'
        ? specifiedCopy[lang]
        : {};
    translate = translator(language, { ...(catalogues[language] ?? en), ...specified });
    // Callers' languages are matched against the brand's first, so this map does not grow without limit.
    translators.set(key, translate);
  }
  return translate;
}

/** The translator until a caller's brand and language are known. */
export const translateToEnglish = translator('en', en);

function isTextId(id: string): id is TextId {
  return Object.hasOwn(en, id);
}

/**
 * The message id of a rejection's reason, or `textId` instead. A test checks that every reason of the contract has a
 * message.
 */
export function rejectionText(reason: string, textId = `rejection.${reason}`): TextId {
  return isTextId(textId) ? textId : 'common.rejected';
}
