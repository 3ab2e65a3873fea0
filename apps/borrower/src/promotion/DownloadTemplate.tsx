import { queryMark, referrerMark } from '@hiram/visitor-pages/links';
import type { PromotionFacts } from '@hiram/visitor-pages/promotion-facts';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { BrandArt } from '../art/BrandArt.tsx';
import { Bar } from './Bar.tsx';
import css from './Promotion.module.css';

/** Download links for the app (PROM-19): its stores and its file, each with the visitor's attribution. */
export function DownloadTemplate({ facts }: { readonly facts: PromotionFacts }): ReactNode {
  const { t } = useLingui();
  const { play, apk, appStore, app, code } = facts.download;
  return (
    <div className={`${css.page} ${css.download}`}>
      <Bar facts={facts} />
      <main className={css.main}>
        <div className={css.join}>
          <h1 className={css.headline}>{t`Get the ${facts.name} app`}</h1>
          <p className={css.sign}>{t`Sign in with the number that you registered.`}</p>
          <div className={css.stores}>
            <a className={`${css.store} ${css.first}`} data-for="android" href={marked(play, referrer)}>
              {t`Google Play, for Android`}
            </a>
            {appStore ? (
              <a className={css.store} data-for="ios" href={marked(appStore, source)}>
                {t`App Store, for iPhone`}
              </a>
            ) : null}
            {apk ? (
              <a className={css.store} data-for="android" href={marked(apk, source)}>
                {t`Android file (APK), where there is no store`}
              </a>
            ) : null}
          </div>
          {code ? (
            <figure className={css.scan}>
              <BrandArt svg={code} />
              <figcaption>{t`Scan with your phone’s camera`}</figcaption>
            </figure>
          ) : null}
          <p>{t`Get the app only from these places. We never send it by message.`}</p>
          <p>
            {t`Already on this phone?`}{' '}
            <a className={css.installed} data-for="installed" href={app}>
              {t`Open the app`}
            </a>
          </p>
        </div>
        <div className={css.about}>
          <div className={`${css.picture} ${css.framed}`}>
            <BrandArt svg={facts.hand} />
          </div>
        </div>
      </main>
      <footer className={css.legal}>
        <p>{facts.licence}</p>
      </footer>
    </div>
  );
}

const source = queryMark;
/** Google Play passes this value on to the app that it installs. */
const referrer = `referrer=${referrerMark}`;

function marked(address: string, parameters: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${parameters}`;
}
