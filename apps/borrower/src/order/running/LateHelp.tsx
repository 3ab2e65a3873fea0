import type { OrderId } from '@hiram/contract/ids';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { href } from '../../app/navigation/href.ts';
import { Link } from '../../app/navigation/Link.tsx';
import { paths } from '../../app/navigation/paths.ts';
import { Card } from '../../kit/layout/Card.tsx';
import css from '../Order.module.css';

/** The choices of a borrower with a late loan. */
export function LateHelp({
  canExtend,
  orderId,
}: {
  readonly canExtend: boolean;
  readonly orderId: OrderId;
}): ReactNode {
  const { t } = useLingui();
  return (
    <Card heading={t`Can’t pay it all?`}>
      <p className={css.text}>
        {canExtend ? (
          <Trans>Pay some now, pay in parts, or move the date.</Trans>
        ) : (
          <Trans>Pay some now, or pay in parts.</Trans>
        )}
      </p>
      <Link className={css.problem} href={href(paths.waysOut, { orderId })}>
        {t`See your choices and who contacted you`}
      </Link>
    </Card>
  );
}
