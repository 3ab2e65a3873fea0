import { blockBorrower, eraseBorrower, unblockBorrower } from '@hiram/contract/console/borrower';
import type { Right } from '@hiram/contract/console/rights';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ActionDialog } from '../action/ActionDialog.tsx';
import { hasRight, type Person } from '../app/person.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Menu } from '../kit/controls/Menu.tsx';
import { Icon } from '../kit/Icon.tsx';
import { ChangeNumberDialog } from './ChangeNumberDialog.tsx';
import { EndSessionsDialog, ExportDialog, HoldDialog } from './PlainDialogs.tsx';
import type { Card } from './types.ts';

interface Props {
  readonly card: Card;
  readonly person: Person;
}

type Open = 'block' | 'unblock' | 'number' | 'sessions' | 'hold' | 'erase' | 'export';

/** The actions that the viewer may take on the borrower. */
export function BorrowerActions({ card, person }: Props): ReactNode {
  const { t } = useLingui();
  const [open, setOpen] = useState<Open>();
  const may = (right: Right) => hasRight(person, right, card.brand);
  const isThere = card.erasedAt === undefined;
  const item = (isOffered: boolean, name: Open, label: string, isDanger = false) =>
    isOffered ? [{ label, isDanger, onSelect: () => setOpen(name) }] : [];
  const items = [
    ...item(
      may('borrower.endSessions') && card.sessions > 0,
      'sessions',
      t`End ${plural(card.sessions, { one: '# session', other: '# sessions' })}`,
    ),
    ...item(
      may('borrower.holdErasure') && isThere,
      'hold',
      card.hold ? t`Release the erasure` : t`Hold the erasure`,
    ),
    ...item(may('borrower.export'), 'export', t`Export everything`),
    ...item(may('borrower.erase') && card.erasure !== undefined, 'erase', t`Erase now`, true),
  ];
  return (
    <>
      {may('borrower.changeNumber') && isThere && (
        <Button onClick={() => setOpen('number')}>{t`Change number`}</Button>
      )}
      {may('borrower.block') && isThere && card.blocked === undefined && (
        <Button look="danger" onClick={() => setOpen('block')}>{t`Block`}</Button>
      )}
      {may('borrower.unblock') && card.blocked !== undefined && (
        <Button onClick={() => setOpen('unblock')}>{t`Unblock`}</Button>
      )}
      {items.length > 0 && <Menu label={t`More`} icon={<Icon name="more" />} items={items} />}
      {open && <OpenDialog open={open} card={card} onClose={() => setOpen(undefined)} />}
    </>
  );
}

interface DialogProps {
  readonly open: Open;
  readonly card: Card;
  readonly onClose: () => void;
}

function OpenDialog({ open, card, onClose }: DialogProps): ReactNode {
  const { t } = useLingui();
  const { borrowerId, brand } = card;
  const common = {
    brand,
    onClose,
    about: card.name,
    draft: `${open} ${borrowerId}`,
    request: { borrowerId },
  };
  switch (open) {
    case 'block':
      return <ActionDialog title={t`Block`} calls={blockBorrower} {...common} />;
    case 'unblock':
      return <ActionDialog title={t`Lift the block`} calls={unblockBorrower} {...common} />;
    case 'erase':
      return <ActionDialog title={t`Erase the account now`} calls={eraseBorrower} {...common} />;
    case 'number':
      return <ChangeNumberDialog card={card} onClose={onClose} />;
    case 'sessions':
      return <EndSessionsDialog card={card} onClose={onClose} />;
    case 'hold':
      return <HoldDialog card={card} onClose={onClose} />;
    case 'export':
      return <ExportDialog card={card} onClose={onClose} />;
  }
}
