import type { OrderId, ProductId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { href } from '../../app/navigation/href.ts';
import { Link } from '../../app/navigation/Link.tsx';
import { paths } from '../../app/navigation/paths.ts';
import { Dialog } from '../../kit/dialogs/Dialog.tsx';
import { Icon } from '../../kit/layout/Icon.tsx';
import css from './WaysSheet.module.css';

/** The ways of a borrower who cannot pay what is due. Only those that the loan has. */
export function WaysSheet({
  page,
  canExtend,
  onPart,
  onClose,
}: {
  readonly page: { readonly productId?: ProductId; readonly orderId: OrderId };
  readonly canExtend: boolean;
  /** Chooses to pay a part on the page that is open; without it the page of repaying does. */
  readonly onPart?: () => void;
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
        title={t`Pay some now`}
        text={t`Late days then add less`}
        onTap={
          onPart &&
          (() => {
            onPart();
            onClose();
          })
        }
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
  onTap,
}: {
  readonly to: string;
  readonly title: string;
  readonly text: string;
  /** Takes the place of going to `to`. */
  readonly onTap?: (() => void) | undefined;
}): ReactNode {
  return (
    <Link
      className={css.way}
      href={to}
      onClick={(event) => {
        if (!onTap) return;
        event.preventDefault();
        onTap();
      }}
    >
      <span>
        <b>{title}</b>
        <small>{text}</small>
      </span>
      <Icon name="chevron" size={20} />
    </Link>
  );
}
