import type { May } from '@hiram/contract/console/collections';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Status } from '../kit/Status.tsx';
import { useDeskWords } from './words.ts';

/** Tells if a borrower may be called now; if not why, and from when. */
export function MayCall({ may }: { readonly may: May }): ReactNode {
  const { t } = useLingui();
  const words = useDeskWords();
  if (may.ok) return <Status tone="good">{t`now`}</Status>;
  return (
    <Status tone={may.from === undefined ? 'danger' : 'clock'}>
      {words.why(may.why ?? '')} {words.from(may.from)}
    </Status>
  );
}
