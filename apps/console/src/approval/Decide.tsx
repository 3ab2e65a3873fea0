import {
  approvalOptions,
  approveRequest,
  rejectApproval,
  withdrawApproval,
} from '@hiram/contract/console/approval';
import { isReason } from '@hiram/contract/fields';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { Money, When } from '../app/cells.tsx';
import type { Person } from '../app/person.ts';
import { useDraft } from '../app/useDraft.ts';
import { useAnyWord } from '../i18n/words.ts';
import { Button } from '../kit/controls/Button.tsx';
import { TextArea } from '../kit/controls/TextArea.tsx';
import { Icon } from '../kit/Icon.tsx';
import { Status } from '../kit/Status.tsx';
import { useToast } from '../kit/toast.tsx';
import { CallDialog } from '../net/CallDialog.tsx';
import { StaffFault, sendStaff } from '../net/client.ts';
import { Fault } from '../net/Fault.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';
import { signWithPasskey } from '../session/passkey.ts';
import styles from './approval.module.css';
import type { Case } from './case.ts';
import { approvalNumber } from './words.ts';

/** Letters of a reason at most, as the contract has it. */
const maxReason = 500;

interface Props {
  readonly shown: Case;
  readonly person: Person;
  readonly onClosed: () => void;
}

/** The person's choices about a request: approve or reject somebody else's, withdraw their own; without one, who has it. */
export function Decide(props: Props): ReactNode {
  const { approval, mayApprove, mayReject } = props.shown;
  if (approval.state !== 'waiting') return null;
  return (
    <section className={styles.decide}>
      {approval.isOwn ? (
        <Own {...props} />
      ) : mayApprove || mayReject ? (
        <Others {...props} />
      ) : (
        <WhoCanApprove {...props} />
      )}
    </section>
  );
}

function Own({ shown, onClosed }: Props): ReactNode {
  const { t } = useLingui();
  const toast = useToast();
  const { approvalId, brand } = shown.approval;
  const withdrawing = useStaffAction(withdrawApproval, brand);
  const withdraw = () =>
    withdrawing.mutate(
      { approvalId },
      {
        onSuccess: () => {
          toast(t`Withdrawn. Nothing was done.`);
          onClosed();
        },
      },
    );
  return (
    <>
      <WhoCanApprove shown={shown} />
      <Fault error={withdrawing.error} />
      <div className={styles.buttons}>
        <Button disabled={withdrawing.isPending} onClick={withdraw}>{t`Withdraw`}</Button>
      </div>
    </>
  );
}

/** For whom a request waits and until when; if none of them is at work, from when on, and what helps. */
function WhoCanApprove({ shown }: Pick<Props, 'shown'>): ReactNode {
  const { t } = useLingui();
  const { approvers, approversFrom, approval } = shown;
  const names = approvers.join(', ');
  if (approversFrom !== undefined && Date.parse(approversFrom) <= Date.now())
    return (
      <p className={styles.waitsFor}>
        {t`It waits for ${names}, and ends:`} <When at={approval.expiresAt} />.
      </p>
    );
  return (
    <div className={styles.waitsFor}>
      <Status tone="danger">
        {approvers.length === 0 ? (
          t`Nobody else here may approve it.`
        ) : approversFrom === undefined ? (
          t`None of ${names} has a shift.`
        ) : (
          <>
            {t`Nobody who may approve is on shift until`} <When at={approversFrom} />
          </>
        )}
      </Status>
      <p>
        {approval.isOwn && names ? t`Your request stands, for ${names}. It ends:` : t`It ends:`}{' '}
        <When at={approval.expiresAt} />. <Link href="/coverage">{t`Put somebody on call`}</Link>
      </p>
    </div>
  );
}

function Others({ shown, person, onClosed }: Props): ReactNode {
  const { t } = useLingui();
  const word = useAnyWord();
  const toast = useToast();
  const client = useQueryClient();
  const [isRejecting, setRejecting] = useState(false);
  const { approval, mayApprove, mayReject } = shown;
  const { approvalId, brand, action, amount, requestedBy } = approval;
  const name = `${approvalNumber(approvalId)} ${word(action)}`;
  const approving = useMutation({
    mutationFn: async () => {
      // Computed and offered again now: the passkey signs exactly this.
      const { digest, publicKey } = await sendStaff(approvalOptions, { approvalId }, brand);
      const hasPasskey = publicKey.allowCredentials.length > 0;
      const passkey = hasPasskey ? { passkey: await signWithPasskey(publicKey) } : {};
      await sendStaff(approveRequest, { approvalId, digest, ...passkey }, brand);
    },
    onSuccess: () => {
      toast(t`Approved: ${name}.`);
      onClosed();
    },
    onSettled: () => client.invalidateQueries(),
  });
  const isChanged = approving.error instanceof StaffFault && approving.error.code === 'changed';
  return (
    <>
      {/* On a phone the head of the case is out of view when it is decided. */}
      <p className={styles.asked} aria-hidden="true">
        {[requestedBy, word(action), approval.borrower?.name].filter(Boolean).join(' · ')}
      </p>
      <p className={styles.promise}>
        {t`If anything about it changes first, nothing is approved and ${requestedBy} is told. Then the next case opens.`}
      </p>
      {isChanged ? (
        <p role="alert" className={styles.less}>
          {t`It has changed since it was shown: nothing was done. ${requestedBy} sees it too.`}
        </p>
      ) : (
        <Fault error={approving.error} />
      )}
      <div className={styles.buttons}>
        <Button
          look="danger"
          hotkey="reject"
          hotkeyLabel={t`reject`}
          disabled={!mayReject}
          onClick={() => setRejecting(true)}
        >{t`Reject…`}</Button>
        <Button
          look="primary"
          disabled={!mayApprove || approving.isPending}
          onClick={() => approving.mutate()}
        >
          <Icon name="approval" />
          <span>
            {amount === undefined ? (
              t`Approve`
            ) : (
              <>
                {t`Approve`} <Money cents={amount} />
              </>
            )}
            {person.hasPasskey && ` ${t`with passkey`}`}
          </span>
        </Button>
      </div>
      {isRejecting && (
        <Reject
          approval={approval}
          name={name}
          onClose={() => setRejecting(false)}
          onRejected={() => {
            toast(t`Rejected: ${name}.`);
            onClosed();
          }}
        />
      )}
    </>
  );
}

interface RejectProps extends Pick<Case, 'approval'> {
  readonly name: string;
  readonly onClose: () => void;
  readonly onRejected: () => void;
}

/** Rejects a request for good, with a reason for whoever made it. */
function Reject({ approval, name, onClose, onRejected }: RejectProps): ReactNode {
  const { t } = useLingui();
  const { approvalId, brand, requestedBy } = approval;
  const [reason, setReason, clear] = useDraft(`approval.reject ${approvalId}`);
  const rejecting = useStaffAction(rejectApproval, brand);
  const send = () =>
    rejecting.mutate(
      { approvalId, reason },
      {
        onSuccess: () => {
          clear();
          onRejected();
        },
      },
    );
  return (
    <CallDialog
      title={t`Reject this request`}
      about={name}
      action={t`Reject for good`}
      call={rejecting}
      isReady={isReason(reason)}
      onSend={send}
      onClose={onClose}
    >
      <TextArea
        label={t`Why not?`}
        hint={t`${requestedBy} reads it`}
        max={maxReason}
        value={reason}
        onChange={setReason}
      />
    </CallDialog>
  );
}
