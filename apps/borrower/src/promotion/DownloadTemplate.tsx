import { queryMark, referrerMark, withVisitorQuery } from '@hiram/visitor-pages/links';
import type { PromotionFacts } from '@hiram/visitor-pages/promotion-facts';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { BrandArt } from '../art/BrandArt.tsx';
import { Icon, LineArt } from '../kit/layout/Icon.tsx';
import { Bar } from './Bar.tsx';
import css from './Promotion.module.css';

/** Download links for the app (PROM-19): its stores and its file, each with the visitor's attribution. */
export function DownloadTemplate({ facts }: { readonly facts: PromotionFacts }): ReactNode {
  const { t } = useLingui();
  const { play, apk, appStore, app, code } = facts.download;
  return (
    <div className={`${css.page} ${css.download}`}>
      <Bar facts={facts}>
        {facts.otherLanguages.map(({ code, name }) => (
          <a
            key={code}
            lang={code}
            hrefLang={code}
            href={withVisitorQuery(`/downloadTemplate?lang=${code}`, facts.brand)}
          >
            {name}
          </a>
        ))}
      </Bar>
      <main className={css.main}>
        <div className={css.join}>
          <h1 className={css.headline}>{t`Get the ${facts.name} app`}</h1>
          <p className={css.sign}>{t`Sign in with the number that you registered.`}</p>
          <div className={css.stores}>
            <a className={`${css.store} ${css.first}`} data-for="android" href={marked(play, referrer)}>
              <Store name="Google Play" phone={t`for Android`} />
            </a>
            {appStore ? (
              <a className={css.store} data-for="ios" href={marked(appStore, source)}>
                <Store name="App Store" phone={t`for iPhone`} />
              </a>
            ) : null}
          </div>
          {code ? (
            <figure className={css.scan}>
              <BrandArt svg={code} />
              <figcaption>{t`Scan with your phone’s camera`}</figcaption>
            </figure>
          ) : null}
          <p className={css.safe}>{t`Get the app only from these places. We never send it by message.`}</p>
          {apk ? (
            <p>
              {t`Your phone has no store?`}{' '}
              <a className={css.installed} data-for="android" href={marked(apk, source)}>
                {t`Android file (APK)`}
              </a>
            </p>
          ) : null}
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

function Store({ name, phone }: { readonly name: string; readonly phone: string }): ReactNode {
  return (
    <>
      <LineArt path="M12 4v11M7 11l5 5 5-5M5 20h14" size={24} />
      <span>
        <b>{name}</b> <small>{phone}</small>
      </span>
      <Icon name="chevron" size={20} />
    </>
  );
}

const source = queryMark;
/** Google Play passes this value on to the app that it installs. */
const referrer = `referrer=${referrerMark}`;

function marked(address: string, parameters: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${parameters}`;
}
