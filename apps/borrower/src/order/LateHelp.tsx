import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Card } from '../kit/layout/Card.tsx';
import css from './Order.module.css';

/** The choices of a borrower with a late loan. */
export function LateHelp({ canExtend }: { readonly canExtend: boolean }): ReactNode {
  const { t } = useLingui();
  return (
    <Card heading={t`Can’t pay it all?`}>
      <p className={css.text}>
        {canExtend ? (
          <Trans>Pay a part now: late charges fall with it. Or move the due date.</Trans>
        ) : (
          <Trans>Pay a part now: late charges fall with it. Call us if you need another way.</Trans>
        )}
      </p>
    </Card>
  );
}
