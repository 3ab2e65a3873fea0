import { queryMark, referrerMark } from '@hiram/visitor-pages/links';
import type { PromotionFacts } from '@hiram/visitor-pages/promotion-facts';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Bar } from './Bar.tsx';
import { PhoneArt } from './PhoneArt.tsx';
import css from './Promotion.module.css';

/** Download links for the app (PROM-19): its stores and its file, each with the visitor's attribution. */
export function DownloadTemplate({ facts }: { readonly facts: PromotionFacts }): ReactNode {
  const { t } = useLingui();
  const { play, apk, appStore, app } = facts.download;
  return (
    <div className={css.page}>
      <Bar facts={facts} />
      <main className={css.main}>
        <h1 className={css.headline}>{t`Get the ${facts.name} app`}</h1>
        <div className={css.picture}>
          <PhoneArt currency={facts.money.symbol} />
        </div>
        <div className={css.stores}>
          <a className={`${css.store} ${css.first}`} data-for="android" href={marked(play, referrer)}>
            {t`Google Play, for Android`}
          </a>
          {apk ? (
            <a className={css.store} data-for="android" href={marked(apk, source)}>
              {t`Android file (APK), where there is no store`}
            </a>
          ) : null}
          {appStore ? (
            <a className={css.store} data-for="ios" href={marked(appStore, source)}>
              {t`App Store, for iPhone`}
            </a>
          ) : null}
          <a className={css.store} data-for="installed" href={app}>
            {t`Open the app, if you have it`}
          </a>
        </div>
        <p className={css.lead}>{t`Sign in with the number that you registered.`}</p>
        <p>{t`Get the app only from these places. We never send it by message.`}</p>
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
