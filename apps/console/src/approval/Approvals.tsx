import { listApprovals, type ShownApproval, withdrawApproval } from '@hiram/contract/console/approval';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { Button } from '../kit/Button.tsx';
import kit from '../kit/kit.module.css';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffAction, useStaffCall } from '../net/useStaffCall.ts';
import { GrantDialog } from './GrantDialog.tsx';

/** Requests that wait for a second person. */
export function Approvals({ person, brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const query = useStaffCall(listApprovals, { state: 'waiting' }, brand);
  const [granted, setGranted] = useState<ShownApproval>();
  const withdrawing = useStaffAction(withdrawApproval, brand);
  const mayGrant = hasRight(person, 'approval.grant', brand);
  return (
    <>
      <div className={kit.head}>
        <h1>{t`Approvals`}</h1>
      </div>
      <div className={kit.card}>
        <Loaded query={query}>
          {({ approvals }) =>
            approvals.length === 0 ? (
              <div className={kit.state}>
                <h2>{t`Nothing waits for a second person`}</h2>
                <p className={kit.muted}>{t`A request appears here as soon as somebody makes one.`}</p>
              </div>
            ) : (
              <Waiting
                approvals={approvals}
                onLook={mayGrant ? setGranted : undefined}
                onWithdraw={(approvalId) => withdrawing.mutate({ approvalId })}
              />
            )
          }
        </Loaded>
      </div>
      {granted && <GrantDialog approval={granted} brand={brand} onClose={() => setGranted(undefined)} />}
    </>
  );
}

interface WaitingProps {
  readonly approvals: readonly ShownApproval[];
  /** Undefined: the person grants nothing. */
  readonly onLook: ((approval: ShownApproval) => void) | undefined;
  readonly onWithdraw: (approvalId: string) => void;
}

function Waiting({ approvals, onLook, onWithdraw }: WaitingProps): ReactNode {
  const { t } = useLingui();
  return (
    <table className={kit.table}>
      <caption>{t`Requests that wait for a second person`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`What changes`}</th>
          <th scope="col">{t`Why`}</th>
          <th scope="col">{t`Requested by`}</th>
          <th scope="col">{t`Actions`}</th>
        </tr>
      </thead>
      <tbody>
        {approvals.map((approval) => (
          <tr key={approval.approvalId}>
            <td>
              {approval.effect
                .filter((line) => line.label !== 'Rights')
                .map((line) =>
                  line.before === line.after ? line.after : `${line.before || '–'} → ${line.after || '–'}`,
                )
                .join(': ')}
            </td>
            <td>{approval.reason}</td>
            <td>{approval.askedBy}</td>
            <td>
              {approval.isOwn ? (
                <Button onClick={() => onWithdraw(approval.approvalId)}>{t`Withdraw`}</Button>
              ) : (
                onLook && <Button onClick={() => onLook(approval)}>{t`Look and grant`}</Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
