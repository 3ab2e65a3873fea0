import { signIn, signInOptions } from '@hiram/contract/console/session';
import { consolePrefix } from '@hiram/contract/console/staff-call';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { isSandbox } from '../app/sandbox.ts';
import { Button } from '../kit/controls/Button.tsx';
import styles from '../kit/kit.module.css';
import { StaffFault, sendStaff } from '../net/client.ts';
import { Fault } from '../net/Fault.tsx';
import { signWithPasskey } from './passkey.ts';
import pageStyles from './session.module.css';

const DemoPeople = lazy(async () => ({ default: (await import('./DemoPeople.tsx')).DemoPeople }));

/** A sandbox says so in its document: there a click signs in as a demo member of staff. */

const hasDirectory = () => document.documentElement.dataset.directory === 'true';

/** Signing in by passkey, by the lender's directory, in a sandbox also by a click. */
export function SignIn(): ReactNode {
  const { t } = useLingui();
  const client = useQueryClient();
  const onSuccess = () => client.resetQueries();
  const byPasskey = useMutation({
    mutationFn: async () => {
      const { publicKey } = await sendStaff(signInOptions, {});
      await sendStaff(signIn, { passkey: await signWithPasskey(publicKey) });
    },
    onSuccess,
  });
  const faults: Readonly<Record<string, string>> = {
    notAnswered: t`The directory did not sign you in. Try again.`,
    noRole: t`Your groups in the directory have no role here. Ask an administrator of the directory.`,
    left: t`Your employment has ended here.`,
  };
  const refused = faults[new URLSearchParams(location.search).get('refused') ?? ''];
  return (
    <main className={pageStyles.page} data-sandbox={isSandbox() ? '' : undefined}>
      <section className={pageStyles.panel} aria-labelledby="sign-in">
        <p className={pageStyles.brand}>
          <span aria-hidden="true">h</span> {t`Hiram console`}
        </p>
        <h1 id="sign-in" className={pageStyles.title}>{t`Sign in`}</h1>
        <Button
          look="primary"
          hotkey="open"
          disabled={byPasskey.isPending}
          onClick={() => byPasskey.mutate()}
        >
          {t`Use a passkey`}
        </Button>
        {byPasskey.error instanceof StaffFault && byPasskey.error.code === 'passkeyRefused' ? (
          <p className={styles.fault} role="alert">
            {t`You were not signed in. Try again, or ask an administrator for an invitation.`}
          </p>
        ) : (
          <Fault error={byPasskey.error} />
        )}
        {hasDirectory() && (
          <a className={styles.button} href={`${consolePrefix}/directory/start`}>
            {t`Use the lender’s directory`}
          </a>
        )}
        {refused && (
          <p className={styles.fault} role="alert">
            {refused}
          </p>
        )}
        <p className={styles.ink2}>
          {t`There is no password here. A session lasts eight hours and locks after 15 minutes of inactivity; what you typed is kept.`}
        </p>
        <hr className={pageStyles.line} />
        <p className={styles.ink2}>
          <strong>{t`My passkey is lost.`}</strong>{' '}
          {t`Two administrators send you a link to register another one.`}
        </p>
        <p className={styles.ink2}>
          <strong>{t`I have an invitation.`}</strong> {t`Open its link in this browser.`}
        </p>
      </section>
      {isSandbox() && (
        <Suspense fallback={null}>
          <DemoPeople />
        </Suspense>
      )}
    </main>
  );
}
