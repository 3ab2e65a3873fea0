import { shippedRoles } from '@hiram/contract/console/rights';
import { signIn, signInDemo, signInOptions } from '@hiram/contract/console/session';
import { consolePrefix, type StaffInput } from '@hiram/contract/console/staff-call';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useRoleWords } from '../i18n/words.ts';
import { Button } from '../kit/Button.tsx';
import styles from '../kit/kit.module.css';
import { sendStaff } from '../net/client.ts';
import { signWithPasskey } from './passkey.ts';
import pageStyles from './session.module.css';

/** A sandbox says so in its document: there a click signs in as a demo member of staff. */
const isSandbox = () => document.documentElement.dataset.sandbox === 'true';

const hasDirectory = () => document.documentElement.dataset.directory === 'true';

/** Signing in by passkey, by the lender's directory, in a sandbox also by a click. */
export function SignIn(): ReactNode {
  const { t } = useLingui();
  const words = useRoleWords();
  const client = useQueryClient();
  const onSuccess = () => client.resetQueries();
  const byPasskey = useMutation({
    mutationFn: async () => {
      const { publicKey } = await sendStaff(signInOptions, {});
      await sendStaff(signIn, { passkey: await signWithPasskey(publicKey) });
    },
    onSuccess,
  });
  const byClick = useMutation({
    mutationFn: (person: StaffInput<typeof signInDemo>) => sendStaff(signInDemo, person),
    onSuccess,
  });
  const faults: Readonly<Record<string, string>> = {
    notAnswered: t`The directory did not sign you in. Try again.`,
    noRole: t`Your groups in the directory have no role here. Ask an administrator of the directory.`,
    left: t`Your employment has ended here.`,
  };
  const refused = faults[new URLSearchParams(location.search).get('refused') ?? ''];
  return (
    <main className={pageStyles.page}>
      <section className={pageStyles.panel} aria-labelledby="sign-in">
        <h1 id="sign-in">{t`Sign in to the console`}</h1>
        <Button look="primary" disabled={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
          {t`Use a passkey`}
        </Button>
        {byPasskey.error && (
          <p className={styles.fault} role="alert">
            {t`You were not signed in. Try again, or ask an administrator for an invitation.`}
          </p>
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
      </section>
      {isSandbox() && (
        <section className={pageStyles.panel} aria-labelledby="demo">
          <h2 id="demo">{t`Sandbox: sign in as`}</h2>
          <div className={pageStyles.people}>
            {shippedRoles.map((role) => (
              <Button key={role} disabled={byClick.isPending} onClick={() => byClick.mutate({ role })}>
                {words[role]}
              </Button>
            ))}
            {(['admin', 'controller'] as const).map((role) => (
              <Button
                key={`second ${role}`}
                disabled={byClick.isPending}
                onClick={() => byClick.mutate({ role, isColleague: true })}
              >
                {t`A second person: ${words[role]}`}
              </Button>
            ))}
          </div>
        </section>
      )}
    </main>
  );
}
