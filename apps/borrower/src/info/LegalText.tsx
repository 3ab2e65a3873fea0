import { legalText } from '@hiram/contract/info';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { goBack } from '../app/navigation/go.ts';
import { useTitle } from '../app/navigation/usePage.ts';
import { settings } from '../app/settings/settings.ts';
import { BrandArt } from '../art/BrandArt.tsx';
import { Icon } from '../kit/layout/Icon.tsx';
import { ReadingProgress } from '../kit/layout/ReadingProgress.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import css from './Info.module.css';

/** A legal text of the brand, with a table of contents. */
export function LegalText({
  name,
  title,
  contents,
}: {
  readonly name: 'privacy-policy' | 'about-us' | 'loan-terms';
  /** The title until the text's own title has loaded. */
  readonly title: string;
  readonly contents: boolean;
}): ReactNode {
  const { t } = useLingui();
  const call = useCall(legalText, { name });
  const shown = call.state === 'ready' ? call.data.title : title;
  useTitle(shown);
  return (
    <Screen title={shown} back={{ label: t`Back`, go: goBack }} busy={call.state === 'waiting'}>
      {call.state === 'waiting' ? <Skeleton name="form" /> : null}
      <CallPanel call={call} />
      {call.state === 'ready' ? (
        <>
          <ReadingProgress />
          {contents ? (
            <nav aria-label={t`On this page`}>
              <details className={css.contents}>
                <summary>
                  {t`On this page`}
                  <Icon name="down" size={20} />
                </summary>
                <ul>
                  {call.data.sections.map((section) => (
                    <li key={section.id}>
                      <a
                        href={`#${section.id}`}
                        onClick={(event) => {
                          event.preventDefault();
                          document.getElementById(section.id)?.scrollIntoView();
                        }}
                      >
                        {section.title}
                      </a>
                    </li>
                  ))}
                </ul>
              </details>
            </nav>
          ) : (
            <div className={css.brand}>
              <BrandArt svg={settings.art.mark} />
              <p>
                <b>{settings.name}</b>
                <small>{t`Licensed lender · ${settings.authority}`}</small>
              </p>
            </div>
          )}
          <article
            className={contents ? `${css.text} ${css.numbered}` : css.text}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the server generates it from the brand's own Markdown; it contains no user input
            dangerouslySetInnerHTML={{ __html: call.data.html }}
          />
        </>
      ) : null}
    </Screen>
  );
}
