import { acceptInvitation, invitationOptions } from '@hiram/contract/console/staff';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../kit/controls/Button.tsx';
import { sendStaff } from '../net/client.ts';
import { Fault } from '../net/Fault.tsx';
import { createPasskey } from './passkey.ts';
import pageStyles from './session.module.css';
import { useFragment } from './useFragment.ts';

/** The page of an invitation's link: the token is in the fragment, and is removed from the address at once. */
export function Invitation(): ReactNode {
  const { t } = useLingui();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const token = useFragment();
  const accepting = useMutation({
    mutationFn: async () => {
      const { publicKey } = await sendStaff(invitationOptions, { token });
      await sendStaff(acceptInvitation, { token, passkey: await createPasskey(publicKey) });
    },
    onSuccess: async () => {
      navigate('/');
      await client.resetQueries();
    },
  });
  return (
    <main className={pageStyles.page}>
      <section className={pageStyles.panel} aria-labelledby="invitation">
        <h1 id="invitation">{t`You are invited to the console`}</h1>
        <p>{t`Register a passkey on this device or on a security key. There is no password.`}</p>
        <Button look="primary" disabled={accepting.isPending} onClick={() => accepting.mutate()}>
          {t`Register a passkey`}
        </Button>
        <Fault error={accepting.error} />
      </section>
    </main>
  );
}
