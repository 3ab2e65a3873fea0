import { inviteStaff } from '@hiram/contract/console/staff';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { Dialog } from '../kit/controls/Dialog.tsx';
import { InputField } from '../kit/controls/Field.tsx';
import kit from '../kit/kit.module.css';
import { Fault } from '../net/Fault.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';

/** Invites a person: the link goes to their address alone. */
export function InvitePerson({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useLingui();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const inviting = useStaffAction(inviteStaff);
  if (inviting.data) return <Invited name={name} email={email} onClose={onClose} />;
  return (
    <Dialog title={t`Invite a person`} onClose={onClose}>
      <form
        className={kit.field}
        onSubmit={(event) => {
          event.preventDefault();
          inviting.mutate({ name, email });
        }}
      >
        <InputField label={t`Name`} required maxLength={80} value={name} onChange={setName} />
        <InputField label={t`Work address`} type="email" required value={email} onChange={setEmail} />
        <Fault error={inviting.error} />
        <div className={kit.row}>
          <Button type="submit" look="primary" disabled={inviting.isPending}>{t`Invite`}</Button>
          <Button onClick={onClose}>{t`Cancel`}</Button>
        </div>
      </form>
    </Dialog>
  );
}

interface InvitedProps {
  readonly name: string;
  readonly email: string;
  readonly onClose: () => void;
}

function Invited({ name, email, onClose }: InvitedProps): ReactNode {
  const { t } = useLingui();
  return (
    <Dialog title={t`Invited`} onClose={onClose}>
      <p>{t`${name} gets a link at ${email}, to register a passkey. It is valid for three days, and once.`}</p>
      <p>{t`Until then nobody can act as this person. A role is another request, which a second person approves.`}</p>
      <div className={kit.row}>
        <Button onClick={onClose}>{t`Close`}</Button>
      </div>
    </Dialog>
  );
}
