import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { market } from '../app/settings/market.ts';
import { languages } from './i18n.ts';
import css from './OtherLanguages.module.css';

/**
 * Opens this page in another language of the brand, for whoever does not read this one. The specification's market has the
 * choice in the settings alone.
 */
export function OtherLanguages({
  here,
  isSignedIn = false,
}: {
  /** The page's address in the chosen language. */
  readonly here: () => string;
  readonly isSignedIn?: boolean;
}): ReactNode {
  const { i18n } = useLingui();
  if (market.specifiedCopy) return null;
  const choose = (language: string) =>
    // Few visitors tap it: its script is loaded then. Without a network the page stays in its language.
    import('./open-in-language.ts').then(
      ({ openInLanguage }) => openInLanguage(language, here, isSignedIn),
      () => undefined,
    );
  return languages
    .filter(([code]) => code !== i18n.locale)
    .map(([code, name]) => (
      <button key={code} type="button" lang={code} className={css.language} onClick={() => void choose(code)}>
        {name}
      </button>
    ));
}
