import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import styles from '../kit/kit.module.css';
import { StaffFault } from './client.ts';

/** The reason why an action was not done, beside its button. */
export function Fault({ error }: { readonly error: Error | null }): ReactNode {
  const { t } = useLingui();
  if (!error) return null;
  const fault = error instanceof StaffFault ? error : undefined;
  const noAnswer = t`No answer came. Nothing that you typed is lost; please try again.`;
  const noPasskey = t`No passkey of yours was used. Nothing was done; use a passkey that you registered here.`;
  return (
    <p className={styles.fault} role="alert">
      {fault?.code === 'noPasskey' ? noPasskey : fault?.message || noAnswer}
    </p>
  );
}
