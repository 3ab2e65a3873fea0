import { recoveryOptions, registerRecovered } from '@hiram/contract/console/staff-recovery';
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { sendStaff } from '../net/client.ts';
import { Fault } from '../net/Fault.tsx';
import { CodeField } from './CodeField.tsx';
import { createPasskey } from './passkey.ts';
import pageStyles from './session.module.css';
import { useFragment } from './useFragment.ts';

/** The page of a recovery's link: a code of the authenticator app, then a new passkey, and nothing else. */
export function Recovery(): ReactNode {
  const { t } = useLingui();
  const token = useFragment();
  const [code, setCode] = useState('');
  const recovering = useMutation({
    mutationFn: async () => {
      const { publicKey } = await sendStaff(recoveryOptions, { token, code });
      await sendStaff(registerRecovered, { token, passkey: await createPasskey(publicKey) });
    },
  });
  if (recovering.isSuccess)
    return (
      <main className={pageStyles.page}>
        <section className={pageStyles.panel} aria-labelledby="recovered">
          <h1 id="recovered">{t`The new passkey is registered`}</h1>
          <p>{t`Your former passkeys do not work any more. Sign in with the new one.`}</p>
          <a href="/">{t`Sign in`}</a>
        </section>
      </main>
    );
  return (
    <main className={pageStyles.page}>
      <section className={pageStyles.panel} aria-labelledby="recovery">
        <h1 id="recovery">{t`Register a new passkey`}</h1>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            recovering.mutate();
          }}
        >
          <p>{t`Type the code that your authenticator app shows, then make a passkey on this device or on a security key.`}</p>
          <CodeField code={code} onChange={setCode} />
          <Button type="submit" look="primary" disabled={code.length !== 6 || recovering.isPending}>
            {t`Register a passkey`}
          </Button>
          <Fault error={recovering.error} />
        </form>
      </section>
    </main>
  );
}
