import type { OrderId, ProductId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { href } from '../app/navigation/href.ts';
import { Link } from '../app/navigation/Link.tsx';
import { paths } from '../app/navigation/paths.ts';
import { Dialog } from '../kit/dialogs/Dialog.tsx';
import { Icon } from '../kit/layout/Icon.tsx';
import css from './WaysSheet.module.css';

/** The ways of a borrower who cannot pay what is due. Only those that the loan has. */
export function WaysSheet({
  page,
  canExtend,
  onClose,
}: {
  readonly page: { readonly productId?: ProductId; readonly orderId: OrderId };
  readonly canExtend: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useLingui();
  return (
    <Dialog
      look="sheet"
      title={t`That happens. Here is what you can do.`}
      closeLabel={t`Close`}
      onClose={onClose}
      maskCloses
    >
      <Way
        to={href(paths.repay, { ...page, pay: 'other' })}
        title={t`Pay a part`}
        text={t`Late charges grow more slowly then`}
      />
      {canExtend ? (
        <Way to={href(paths.repayDelay, page)} title={t`Move the date`} text={t`You see the price first`} />
      ) : null}
      <Way
        to={href(paths.repayOrNot, page)}
        title={t`See the cost of waiting`}
        text={t`What each day adds`}
      />
      <p className={css.note}>{t`We never call your family, your friends or your employer about this.`}</p>
    </Dialog>
  );
}

function Way({
  to,
  title,
  text,
}: {
  readonly to: string;
  readonly title: string;
  readonly text: string;
}): ReactNode {
  return (
    <Link className={css.way} href={to}>
      <span>
        <b>{title}</b>
        <small>{text}</small>
      </span>
      <Icon name="chevron" size={20} />
    </Link>
  );
}
