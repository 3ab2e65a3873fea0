import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { showTrailApproval, verifyApproval } from '@hiram/contract/console/trail';
import type { ApprovalId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EffectView } from '../action/EffectView.tsx';
import { Money, Named, When } from '../app/cells.tsx';
import { useAnyWord } from '../i18n/words.ts';
import { Banner } from '../kit/Banner.tsx';
import { InBrand } from '../kit/brand-format.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { Facts } from '../kit/Page.tsx';
import { sendStaff } from '../net/client.ts';
import { Fault } from '../net/Fault.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import styles from './trail.module.css';

interface Props {
  readonly approvalId: ApprovalId;
  readonly brand: string;
}

/** An approval: before and after, the people, and whether the stored signature holds. */
export function ApprovalPart({ approvalId, brand }: Props): ReactNode {
  const { t } = useLingui();
  const query = useStaffCall(showTrailApproval, { approvalId }, brand);
  return (
    <section className={styles.approval} aria-label={t`Approval`}>
      <h3>{t`Approval`}</h3>
      <Loaded query={query}>
        {(approval) => (
          <InBrand brand={approval.brand}>
            <People approval={approval} />
            <EffectView effect={{ lines: approval.effect }} />
            {approval.isSigned && (
              <Signature approvalId={approvalId} brand={brand} statement={approval.statement} />
            )}
            {!approval.isSigned && approval.approvedBy !== undefined && (
              <Banner tone="warn" title={t`Not signed.`}>
                {t`It was approved in a session of the sandbox, which has no passkey.`}
              </Banner>
            )}
          </InBrand>
        )}
      </Loaded>
    </section>
  );
}

function People({ approval }: { readonly approval: StaffOutput<typeof showTrailApproval> }): ReactNode {
  const { t } = useLingui();
  const word = useAnyWord();
  const approved = approval.approvedBy ?? (approval.isWithinLimit ? t`one person, within their limit` : '');
  const facts = [
    { label: t`Action`, value: <Named name={approval.action} /> },
    { label: t`State`, value: word(approval.state) },
    { label: t`Amount`, value: approval.amount === undefined ? '' : <Money cents={approval.amount} /> },
    { label: t`Requested by`, value: approval.requestedBy },
    { label: t`Requested`, value: <When at={approval.requestedAt} /> },
    { label: t`Approved by`, value: approved },
    { label: t`Closed`, value: approval.closedAt === undefined ? '' : <When at={approval.closedAt} /> },
    { label: t`Reference`, value: approval.reference },
    { label: t`Reason`, value: approval.reason },
    { label: t`Digest`, value: <code>{approval.digest.slice(0, 16)} …</code> },
  ];
  return <Facts items={facts.filter(({ value }) => value !== '')} />;
}

function Signature({ approvalId, brand, statement }: Props & { readonly statement: string }): ReactNode {
  const { t } = useLingui();
  const checking = useMutation({ mutationFn: () => sendStaff(verifyApproval, { approvalId }, brand) });
  const { data } = checking;
  return (
    <>
      {data?.result === 'holds' && (
        <Banner tone="good" title={t`Signature holds.`}>
          {t`Passkey “${data.keyName ?? ''}” of ${data.signer ?? ''}, with finger, face or PIN, at ${data.origin ?? ''}. The signed statement is this effect.`}
        </Banner>
      )}
      {data?.result === 'broken' && (
        <Banner tone="danger" title={t`Signature does not hold.`}>
          {data.fault}
        </Banner>
      )}
      <Fault error={checking.error} />
      <details className={styles.statement}>
        <summary>{t`Signed statement`}</summary>
        <code>{statement}</code>
      </details>
      <Button look="primary" disabled={checking.isPending} onClick={() => checking.mutate()}>
        {t`Check the signature`}
      </Button>
    </>
  );
}
