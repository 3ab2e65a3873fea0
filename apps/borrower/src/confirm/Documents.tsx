import type { ConfirmDetail } from '@hiram/contract/confirm';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Card } from '../kit/layout/Card.tsx';
import { Icon, LineArt } from '../kit/layout/Icon.tsx';
import css from './Confirm.module.css';
import type { Agreements } from './useAgreements.ts';

const paper = 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6';

/** The documents of a loan, with a tick on each that was read. */
export function Documents({
  offer: { amount, disclosure },
  agreements,
  acknowledged,
  onReadDisclosure,
}: {
  readonly offer: ConfirmDetail;
  readonly agreements: Agreements;
  readonly acknowledged: boolean;
  readonly onReadDisclosure: () => void;
}): ReactNode {
  const { t } = useLingui();
  const [read, setRead] = useState<readonly string[]>([]);
  const rows = agreements.titles.map(({ title }, position) => ({
    title,
    isRead: read.indexOf(title) >= 0,
    open: () => {
      setRead([...read, title]);
      void agreements.read(position, amount);
    },
  }));
  const statement = { title: disclosure.title, isRead: acknowledged, open: onReadDisclosure };
  const all = disclosure.needed
    ? [statement, ...rows.filter(({ title }) => title !== disclosure.title)]
    : rows;
  if (all.length === 0) return null;
  return (
    <Card heading={t`Documents`}>
      {all.map(({ title, isRead, open }) => (
        <button key={title} type="button" className={css.document} onClick={open}>
          <span className="tile">
            <LineArt path={paper} size={22} />
          </span>
          <span className={css.documentWords}>
            <b>{title}</b>
            <small>{isRead ? t`Read` : t`Read it before you agree`}</small>
          </span>
          <Icon name={isRead ? 'check' : 'chevron'} size={20} />
        </button>
      ))}
    </Card>
  );
}
