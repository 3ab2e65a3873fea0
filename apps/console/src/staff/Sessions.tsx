import type { listSessions } from '@hiram/contract/console/staff-account';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { When } from '../app/cells.tsx';
import { isSandbox } from '../app/sandbox.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Status } from '../kit/Status.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';

type Session = StaffOutput<typeof listSessions>['sessions'][number];

interface Props {
  readonly sessions: readonly Session[];
  readonly onEnd: (sessionId: Session['sessionId']) => void;
}

/** Live sessions of a person. */
export function Sessions({ sessions, onEnd }: Props): ReactNode {
  const { t } = useLingui();
  const stateOf = ({ isCurrent, isLocked }: Session) => {
    if (isCurrent) return <Status tone="good">{t`This one`}</Status>;
    return isLocked ? <Status tone="waiting">{t`Locked`}</Status> : <Status tone="plain">{t`Open`}</Status>;
  };
  const columns: readonly Column<Session>[] = [
    {
      key: 'key',
      header: t`Opened with`,
      narrow: 'main',
      cell: ({ openedBy }) => openedBy || (isSandbox() ? t`Click in the sandbox` : t`Passkey without a name`),
    },
    { key: 'state', header: t`State`, narrow: 'mainEnd', cell: stateOf },
    { key: 'opened', header: t`Opened`, cell: ({ createdAt }) => <When at={createdAt} /> },
    { key: 'used', header: t`Last used`, narrow: 'sub', cell: ({ usedAt }) => <When at={usedAt} /> },
    {
      key: 'actions',
      header: t`Actions`,
      narrow: 'subEnd',
      // The own one ends by signing out.
      cell: ({ sessionId, isCurrent }) =>
        !isCurrent && <Button onClick={() => onEnd(sessionId)}>{t`End`}</Button>,
    },
  ];
  return (
    <DataTable
      caption={t`Live sessions`}
      columns={columns}
      rows={sessions}
      rowKey={({ sessionId }) => sessionId}
      hasKeys={false}
    />
  );
}
