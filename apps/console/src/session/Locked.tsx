import { signOut, unlock, unlockOptions } from '@hiram/contract/console/session';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { sendStaff } from '../net/client.ts';
import { Fault } from '../net/Fault.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';
import { signWithPasskey } from './passkey.ts';
import pageStyles from './session.module.css';

/** Covers the page of a locked session. What the person typed stays beneath it. */
export function Locked({ name }: { readonly name: string }): ReactNode {
  const { t } = useLingui();
  const client = useQueryClient();
  const leaving = useStaffAction(signOut);
  const unlocking = useMutation({
    mutationFn: async () => {
      const { publicKey } = await sendStaff(unlockOptions, {});
      await sendStaff(unlock, { passkey: await signWithPasskey(publicKey) });
    },
    onSuccess: () => client.invalidateQueries(),
  });
  return (
    <main className={pageStyles.page}>
      <section className={pageStyles.panel} aria-labelledby="locked">
        <h1 id="locked">{t`Locked`}</h1>
        <p>{t`${name}, unlock the session with your passkey.`}</p>
        <Button look="primary" disabled={unlocking.isPending} onClick={() => unlocking.mutate()}>
          {t`Unlock`}
        </Button>
        <Button onClick={() => leaving.mutate({})}>{t`Sign out`}</Button>
        <Fault error={unlocking.error} />
      </section>
    </main>
  );
}
