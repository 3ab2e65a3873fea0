import { type Evidence, openEvidence } from '@hiram/contract/console/approval-case';
import { asId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Money, When } from '../app/cells.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import { Card } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import styles from './approval.module.css';
import type { Case } from './case.ts';

/** The evidence of the request, and the pieces that the person has opened. A piece is loaded when it is opened. */
export function EvidenceCard({ shown }: { readonly shown: Case }): ReactNode {
  const { t } = useLingui();
  const [areOpen, setOpen] = useState(false);
  const { evidence, approval } = shown;
  const count = evidence.length;
  const mine = evidence.filter(({ isOpenedByMe }) => isOpenedByMe).length;
  const openedByRequester = evidence.filter(({ isOpenedByRequester }) => isOpenedByRequester).length;
  return (
    <Card
      title={t`Evidence`}
      aside={
        <>
          <span>{t`${openedByRequester} of ${count} opened by ${approval.requestedBy}, ${mine} by you`}</span>
          {!areOpen && (
            <Button
              hotkey="view"
              hotkeyLabel={t`evidence`}
              onClick={() => setOpen(true)}
            >{t`Open all`}</Button>
          )}
        </>
      }
    >
      <ul className={styles.pieces}>
        {evidence.map((piece) => (
          <li key={`${piece.kind} ${piece.id}`} className={styles.piece}>
            <PieceHead piece={piece} />
            {areOpen && piece.kind !== 'statementLine' && <Content shown={shown} piece={piece} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function PieceHead({ piece }: { readonly piece: Evidence }): ReactNode {
  const { t } = useLingui();
  const names = {
    complaint: t`Complaint ${piece.name}`,
    complaintPicture: t`Picture of ${piece.name}`,
    receipt: t`Receipt of ${piece.name}`,
    statementLine: piece.name,
  };
  const icons = {
    complaint: 'complaint',
    complaintPicture: 'picture',
    receipt: 'picture',
    statementLine: 'bank',
  } as const;
  return (
    <p className={styles.pieceHead}>
      <Icon name={icons[piece.kind]} />
      <strong>{names[piece.kind]}</strong>
      <span className={styles.by}>
        {piece.amount !== undefined && (
          <>
            <Money cents={piece.amount} />{' '}
          </>
        )}
        <When at={piece.at} />
      </span>
      {!piece.isOpenedByMe && <Status tone="plain">{t`not opened by you`}</Status>}
    </p>
  );
}

function Content({ shown, piece }: { readonly shown: Case; readonly piece: Evidence }): ReactNode {
  const { approvalId, brand } = shown.approval;
  const { kind } = piece;
  if (kind === 'statementLine') return null;
  return <OpenedPiece approvalId={approvalId} brand={brand} kind={kind} id={piece.id} name={piece.name} />;
}

interface OpenedProps extends Pick<Case['approval'], 'approvalId' | 'brand'> {
  readonly kind: 'complaint' | 'complaintPicture' | 'receipt';
  readonly id: string;
  readonly name: string;
}

function OpenedPiece({ approvalId, brand, kind, id, name }: OpenedProps): ReactNode {
  const query = useStaffCall(openEvidence, { approvalId, kind, id: asId(id) }, brand);
  return (
    <Loaded query={query}>
      {({ text, jpeg }) =>
        jpeg === undefined ? (
          <blockquote className={styles.words}>{text}</blockquote>
        ) : (
          <img className={styles.photo} src={`data:image/jpeg;base64,${jpeg}`} alt={name} />
        )
      }
    </Loaded>
  );
}
