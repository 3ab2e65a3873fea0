import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { confirmTotp, startTotp } from '@hiram/contract/console/staff-recovery';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { When } from '../app/cells.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { Dialog } from '../kit/controls/Dialog.tsx';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';
import { sendStaff } from '../net/client.ts';
import { Fault } from '../net/Fault.tsx';
import { CodeField } from '../session/CodeField.tsx';
import { ownSignature } from './own-signature.ts';
import styles from './totp.module.css';

type Started = StaffOutput<typeof startTotp>;

/** The authenticator app, whose code serves to register a new passkey after all were lost. */
export function Totp({ setUpAt }: { readonly setUpAt: string }): ReactNode {
  const { t } = useLingui();
  const [started, setStarted] = useState<Started>();
  const starting = useMutation({
    mutationFn: async () => sendStaff(startTotp, await ownSignature()),
    onSuccess: setStarted,
  });
  return (
    <Card
      title={t`Authenticator app`}
      aside={
        <Button disabled={starting.isPending} onClick={() => starting.mutate()}>
          {setUpAt === '' ? t`Set it up` : t`Set up another one`}
        </Button>
      }
    >
      <p>
        {t`If you lose every passkey, two administrators let you register a new one with a code of this app. The code does nothing else.`}
      </p>
      <p className={kit.muted}>
        {setUpAt === '' ? t`Not set up yet.` : t`Set up`} {setUpAt !== '' && <When at={setUpAt} />}
      </p>
      <Fault error={starting.error} />
      {started && <ConfirmDialog started={started} onClose={() => setStarted(undefined)} />}
    </Card>
  );
}

interface ConfirmProps {
  readonly started: Started;
  readonly onClose: () => void;
}

/** Shows the secret, and confirms it by the first code. */
function ConfirmDialog({ started, onClose }: ConfirmProps): ReactNode {
  const { t } = useLingui();
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const { secret, qr } = started;
  const confirming = useMutation({
    mutationFn: () => sendStaff(confirmTotp, { code }),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries();
    },
  });
  // Four modules of white around it, as scanners need.
  const box = `-4 -4 ${qr.size + 8} ${qr.size + 8}`;
  return (
    <Dialog title={t`Set up an authenticator app`} onClose={onClose}>
      <form
        className={kit.field}
        onSubmit={(event) => {
          event.preventDefault();
          confirming.mutate();
        }}
      >
        <p>{t`Scan the code with the app, or type the secret. Then type the six digits that it shows.`}</p>
        <svg className={styles.qr} viewBox={box} role="img" aria-label={t`QR code of the secret`}>
          <path d={qr.path} />
        </svg>
        <p>
          {t`Secret`} <code className={styles.secret}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
        <CodeField code={code} onChange={setCode} />
        <Fault error={confirming.error} />
        <div className={kit.row}>
          <Button type="submit" look="primary" disabled={code.length !== 6 || confirming.isPending}>
            {t`Confirm`}
          </Button>
          <Button onClick={onClose}>{t`Cancel`}</Button>
        </div>
      </form>
    </Dialog>
  );
}
