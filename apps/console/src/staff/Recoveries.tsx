import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { listRecoveries, recoverStaff, recoveryLink } from '@hiram/contract/console/staff-recovery';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ActionButton } from '../action/ActionButton.tsx';
import { When } from '../app/cells.tsx';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/controls/Button.tsx';
import kit from '../kit/kit.module.css';
import { Fault } from '../net/Fault.tsx';
import { useStaffAction, useStaffCall } from '../net/useStaffCall.ts';
import type { Member } from './member.ts';

type Recovery = StaffOutput<typeof listRecoveries>['recoveries'][number];

/** The latest recoveries, at the top of the staff: nobody's passkey is replaced unseen. */
export function RecoveryBanners({ mayRecover }: { readonly mayRecover: boolean }): ReactNode {
  const { data } = useStaffCall(listRecoveries, {});
  return data?.recoveries
    .filter(({ state }) => state !== 'ended')
    .map((recovery) => <OneRecovery key={recovery.approvalId} recovery={recovery} mayRecover={mayRecover} />);
}

interface OneProps {
  readonly recovery: Recovery;
  readonly mayRecover: boolean;
}

function OneRecovery({ recovery, mayRecover }: OneProps): ReactNode {
  const { t } = useLingui();
  const taking = useStaffAction(recoveryLink);
  const { name, requestedBy, approvedBy, state, approvalId, isMine } = recovery;
  const title = {
    approved: t`${name} may register a new passkey: requested by ${requestedBy}, approved by ${approvedBy}`,
    handedOver: t`${name} has a link for a new passkey: requested by ${requestedBy}, approved by ${approvedBy}`,
    used: t`${name} registered a new passkey in the place of all former ones: requested by ${requestedBy}, approved by ${approvedBy}`,
    ended: '',
  }[state];
  return (
    <>
      <Banner
        tone="warn"
        title={title}
        actions={
          state === 'approved' &&
          isMine &&
          mayRecover && (
            <Button disabled={taking.isPending} onClick={() => taking.mutate({ approvalId })}>
              {t`Show the link once`}
            </Button>
          )
        }
      >
        <When at={recovery.at} />{' '}
        {taking.data && (
          <span>
            {t`Hand this link over yourself. It is not shown again.`} <code>{taking.data.url}</code>
          </span>
        )}
      </Banner>
      <Fault error={taking.error} />
    </>
  );
}

/** Requests a recovery for a person who lost every passkey. */
export function RequestRecovery({ member }: { readonly member: Member }): ReactNode {
  const { t } = useLingui();
  const [request] = useState(() => ({ staffId: member.staffId }));
  return (
    <div className={kit.row}>
      <ActionButton
        label={t`Lost every passkey…`}
        title={t`Let a new passkey be registered`}
        about={member.name}
        calls={recoverStaff}
        request={request}
        brand="*"
        draft={`staff.recover ${member.staffId}`}
      />
    </div>
  );
}
