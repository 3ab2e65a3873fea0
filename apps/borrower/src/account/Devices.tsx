import { devices, signOut } from '@hiram/contract/account';
import type { SessionId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { showDate } from '../app/settings/money.ts';
import { Button } from '../kit/controls/Button.tsx';
import { toast } from '../kit/feedback/toaster.ts';
import { Card } from '../kit/layout/Card.tsx';
import { useCall, useRefresh } from '../net/answers/useCall.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import css from './Account.module.css';

/** The devices on which the borrower is signed in. Each can be signed out. */
export function Devices(): ReactNode {
  const { t } = useLingui();
  const call = useCall(devices, {}, { quiet: true });
  const { submit, busy } = useSubmit(signOut);
  const refresh = useRefresh();
  if (call.state !== 'ready') return null;
  const ended = async () => {
    toast(t`Signed out there.`, { kind: 'success' });
    await refresh(devices);
  };
  const endOthers = async () => {
    if ((await submit({ others: true }))?.ok) await ended();
  };
  const { list } = call.data;
  return (
    <Card heading={t`Signed in on`}>
      <ul>
        {list.map((device) => (
          <li key={device.id} className={css.row}>
            <span>
              <b>
                {device.name || (device.current ? t`This phone or browser` : t`Another phone or browser`)}
              </b>
              <span className={css.muted}>
                {device.current && device.name ? `${t`This one`} · ` : ''}
                {t`Signed in ${showDate(device.signedInAt)}`}
              </span>
            </span>
            {device.current ? null : <SignOutDevice id={device.id} onEnded={ended} />}
          </li>
        ))}
      </ul>
      {list.length > 1 ? (
        <Button look="quiet" busy={busy} onTap={() => void endOthers()}>
          {t`Sign out everywhere else`}
        </Button>
      ) : null}
    </Card>
  );
}

/** Signs out one device. Each has its own button state: a slow request does not block the others. */
function SignOutDevice({
  id,
  onEnded,
}: {
  readonly id: SessionId;
  readonly onEnded: () => Promise<void>;
}): ReactNode {
  const { t } = useLingui();
  const { submit, busy } = useSubmit(signOut);
  const end = async () => {
    if ((await submit({ id }))?.ok) await onEnded();
  };
  return (
    <button type="button" className={css.text} aria-busy={busy} disabled={busy} onClick={() => void end()}>
      {t`Sign out`}
    </button>
  );
}
