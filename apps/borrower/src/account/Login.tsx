import { formatTelephone } from '@hiram/loan/format';
import { Trans, useLingui } from '@lingui/react/macro';
import { type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import { phoneLink } from '../app/host/contact.ts';
import { href } from '../app/navigation/href.ts';
import { paths } from '../app/navigation/paths.ts';
import { usePage, useTitle } from '../app/navigation/usePage.ts';
import { settings } from '../app/settings/settings.ts';
import { BrandArt } from '../art/BrandArt.tsx';
import { OtherLanguages } from '../i18n/OtherLanguages.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { BarLink, Screen } from '../kit/layout/Screen.tsx';
import { Tabs } from '../kit/layout/Tabs.tsx';
import { LegalReader } from '../lending/documents/lazy-reader.ts';
import css from './Account.module.css';
import { SignInFields } from './SignInFields.tsx';
import { useSignIn } from './useSignIn.ts';

/** Login by a code or a password, and a password reset by a code (KEY-01). */
export default function Login(): ReactNode {
  const { t } = useLingui();
  const { returnTo } = usePage();
  const form = useSignIn(returnTo);
  const { method } = form;
  const title = method === 'reset' ? t`New password` : t`Sign in`;
  useTitle(title);

  return (
    <Screen
      title={method === 'reset' ? title : settings.name}
      {...(method === 'reset'
        ? { back: { label: t`Back`, go: () => form.choose('password') } }
        : {
            brandMark: <BrandArt svg={settings.art.mark} />,
            aside: (
              <>
                <OtherLanguages here={() => href(paths.login, returnTo ? { returnTo } : {})} />
                <BarLink {...phoneLink(settings.servicePhone)} label={t`Call us`} icon="phone" />
              </>
            ),
          })}
      actions={
        <Button busy={form.busy} onTap={() => void form.signIn()}>
          {method === 'reset' ? t`Save and sign in` : t`Sign in`}
        </Button>
      }
    >
      {method === 'reset' ? (
        <p className={css.lead}>
          {t`We send a code to your mobile number. Then choose a new password; other phones are signed out.`}
        </p>
      ) : (
        <div className={css.welcome}>
          <h2>{t`Welcome to ${settings.name}.`}</h2>
          <BrandArt svg={settings.art.home} />
        </div>
      )}
      {method !== 'reset' && returnTo ? (
        <p className={css.lead}>{t`Please sign in to go on. Nothing has changed in your account.`}</p>
      ) : null}
      {method === 'reset' ? null : (
        <Tabs
          label={t`Sign in with`}
          tabs={[
            { key: 'code', name: t`Code by text` },
            { key: 'password', name: t`Password` },
          ]}
          chosen={method}
          onChoose={(key) => form.choose(key === 'password' ? 'password' : 'code')}
        />
      )}
      <SignInFields form={form} />
      {method === 'password' ? null : <Agreed />}
      {method === 'password' ? (
        <Button look="quiet" onTap={() => form.choose('reset')}>
          {t`Set or reset password`}
        </Button>
      ) : null}
      <p className={css.muted}>
        <Trans>
          Trouble signing in? Call us:{' '}
          <a {...phoneLink(settings.servicePhone)}>{formatTelephone(settings.servicePhone)}</a>.
        </Trans>
      </p>
    </Screen>
  );
}

/** The documents to which signing in agrees. The text opens over this page, so that typed values stay. */
function Agreed(): ReactNode {
  const { t } = useLingui();
  const [isReading, setIsReading] = useState(false);
  const read = (event: MouseEvent) => {
    event.preventDefault();
    setIsReading(true);
  };
  return (
    <>
      <p className={css.muted}>{t`New here? The same code opens your account.`}</p>
      <p className={css.muted}>
        <Trans>
          By signing in you agree that we use your data as our{' '}
          <a href={href(paths.privacyPolicy)} onClick={read}>
            privacy policy
          </a>{' '}
          says.
        </Trans>
      </p>
      {isReading ? (
        <Suspense fallback={null}>
          <LegalReader name="privacy-policy" title={t`Privacy policy`} onClose={() => setIsReading(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
