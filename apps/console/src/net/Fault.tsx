import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import styles from '../kit/kit.module.css';
import { StaffFault } from './client.ts';

/** Why an action was not done, beside its button. */
export function Fault({ error }: { readonly error: Error | null }): ReactNode {
  const { t } = useLingui();
  if (!error) return null;
  const text = error instanceof StaffFault && error.message !== '' ? error.message : undefined;
  return (
    <p className={styles.fault} role="alert">
      {text ?? t`No answer came. Nothing that you typed is lost; please try again.`}
    </p>
  );
}
