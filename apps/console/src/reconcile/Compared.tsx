import type { ShownDifference } from '@hiram/contract/console/reconcile';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Money } from '../app/cells.tsx';
import { useAnyWord } from '../i18n/words.ts';
import kit from '../kit/kit.module.css';

/** One side of a difference: cents, or the words of a state. */
export function Compared({ value }: { readonly value: string }): ReactNode {
  const { t } = useLingui();
  const word = useAnyWord();
  if (value === '') return <span className={kit.muted}>{t`nothing`}</span>;
  return /^-?\d+$/.test(value) ? <Money cents={Number(value)} /> : word(value);
}

/** The books' side of a difference. Held money is in the books, on no loan: its stored difference has no amount there. */
export function InBooks({
  difference: { reason, theirs, ours },
}: {
  readonly difference: Pick<ShownDifference, 'reason' | 'theirs' | 'ours'>;
}): ReactNode {
  const { t } = useLingui();
  if (reason !== 'held here') return <Compared value={ours} />;
  return (
    <>
      <Compared value={theirs} />, {t`in suspense`}
    </>
  );
}
