import { grantApproval, grantOptions, type ShownApproval } from '@hiram/contract/console/approval';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { EffectView } from '../action/EffectView.tsx';
import { Money, Named, When } from '../app/cells.tsx';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/Button.tsx';
import { InBrand } from '../kit/brand-format.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import kit from '../kit/kit.module.css';
import { Facts } from '../kit/Page.tsx';
import { StaffFault, sendStaff } from '../net/client.ts';
import { Fault } from '../net/Fault.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import { signWithPasskey } from '../session/passkey.ts';
import { RefuseForm } from './RefuseForm.tsx';
import { Whose } from './Whose.tsx';

interface Props {
  readonly approval: ShownApproval;
  readonly brand: string;
  readonly onClose: () => void;
}

/** The effect as it is now. The passkey signs exactly this; a demo session of a sandbox has none. */
export function GrantDialog({ approval, brand, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const client = useQueryClient();
  const { approvalId } = approval;
  const [isRefusing, setIsRefusing] = useState(false);
  const offered = useStaffCall(grantOptions, { approvalId }, brand);
  const granting = useMutation({
    mutationFn: async (offer: NonNullable<typeof offered.data>) => {
      const { digest, publicKey } = offer;
      const hasPasskey = publicKey.allowCredentials.length > 0;
      const passkey = hasPasskey ? { passkey: await signWithPasskey(publicKey) } : {};
      await sendStaff(grantApproval, { approvalId, digest, ...passkey }, brand);
    },
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries(),
  });
  // What was shown is out of date, and what comes instead was not looked at: neither is granted from here.
  const isChanged = [granting.error, offered.error].some(
    (error) => error instanceof StaffFault && error.code === 'changed',
  );
  return (
    <Dialog title={t`Grant this?`} about={<Named name={approval.action} />} isWide onClose={onClose}>
      <InBrand brand={approval.brand}>
        <Facts
          items={[
            { label: t`Borrower and loan`, value: <Whose approval={approval} /> },
            {
              label: t`Amount`,
              value: approval.amount === undefined ? '–' : <Money cents={approval.amount} />,
            },
            { label: t`Requested`, value: <When at={approval.askedAt} /> },
          ]}
        />
      </InBrand>
      <p>
        {t`${approval.askedBy} requests it: ${approval.reason}`}
        {approval.reference !== '' && ` (${approval.reference})`}
      </p>
      {isChanged ? (
        <Banner tone="warn" title={t`The effect has changed since it was shown.`}>
          {t`Nothing was done. Open the request again to see the effect as it is now, if it still waits.`}
        </Banner>
      ) : (
        <Loaded query={offered}>
          {(offer) => (
            <>
              <InBrand brand={approval.brand}>
                <EffectView effect={offer.effect} />
              </InBrand>
              <Fault error={granting.error} />
              {isRefusing ? (
                <RefuseForm
                  {...{ approval, brand }}
                  onBack={() => setIsRefusing(false)}
                  onRefused={onClose}
                />
              ) : (
                <div className={kit.row}>
                  <Button
                    look="primary"
                    hotkey="Ctrl+Enter"
                    disabled={granting.isPending}
                    onClick={() => granting.mutate(offer)}
                  >
                    {t`Grant`}
                  </Button>
                  <Button onClick={() => setIsRefusing(true)}>{t`Refuse…`}</Button>
                  <Button onClick={onClose}>{t`Not now`}</Button>
                </div>
              )}
            </>
          )}
        </Loaded>
      )}
    </Dialog>
  );
}
