import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { showCheckpoints, verifyCheckpoints } from '@hiram/contract/console/trail';
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { When } from '../app/cells.tsx';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { Dialog } from '../kit/controls/Dialog.tsx';
import { Facts } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { sendStaff } from '../net/client.ts';
import { Fault } from '../net/Fault.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import styles from './trail.module.css';

/** Until when checkpoints cover the trail, and the comparison of the entries with them. */
export function Checkpoints({ brand }: { readonly brand: string }): ReactNode {
  const { t } = useLingui();
  const { data } = useStaffCall(showCheckpoints, {}, brand);
  const verifying = useMutation({
    mutationFn: (all: boolean) => sendStaff(verifyCheckpoints, { all }, brand),
  });
  const verify = () => verifying.mutate(false);
  return (
    <>
      <span role="status" className={styles.sealed}>
        {data?.upto !== undefined && (
          <Status tone="plain">
            {t`Sealed until`} <When at={data.upto} />
          </Status>
        )}
        {data && data.upto === undefined && <Status tone="waiting">{t`No checkpoint yet`}</Status>}
      </span>
      <Button disabled={verifying.isPending} onClick={verify}>
        {verifying.isPending ? t`Verifying …` : t`Verify`}
      </Button>
      {(verifying.data || verifying.error) && (
        <Dialog title={t`Checkpoints`} onClose={() => verifying.reset()}>
          <Fault error={verifying.error} />
          {verifying.data && <Result result={verifying.data} />}
          {verifying.variables === false && (
            <Button onClick={() => verifying.mutate(true)}>{t`Verify all from the beginning`}</Button>
          )}
        </Dialog>
      )}
    </>
  );
}

function Result({ result }: { readonly result: StaffOutput<typeof verifyCheckpoints> }): ReactNode {
  const { t } = useLingui();
  const { broken, checkpoints, upto, last } = result;
  if (checkpoints === 0)
    return (
      <Banner
        tone="info"
        title={t`There is no checkpoint yet.`}
      >{t`The first checkpoint is written within the first hour.`}</Banner>
    );
  return (
    <>
      {broken ? (
        <Banner tone="danger" title={t`The trail was altered.`}>
          {t`Checkpoint ${broken.no} does not match its entries. Do not repair anything; the runbook says what to do.`}
        </Banner>
      ) : (
        <Banner tone="good" title={t`The trail matches its checkpoints.`}>
          {t`Every entry is as it was when its checkpoint was written.`}
        </Banner>
      )}
      <Facts
        items={[
          ...(broken
            ? [
                { label: t`Entries from`, value: <When at={broken.from ?? ''} /> },
                { label: t`Entries to`, value: <When at={broken.to} /> },
              ]
            : []),
          { label: t`Checkpoints`, value: checkpoints },
          { label: t`Checkpointed until`, value: <When at={upto ?? ''} /> },
          { label: t`Last digest, as in the log`, value: <code>{last}</code> },
        ]}
      />
    </>
  );
}
