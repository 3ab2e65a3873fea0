import { changePassword, devices } from '@hiram/contract/account';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { Dialog } from '../kit/dialogs/Dialog.tsx';
import { toast } from '../kit/feedback/toaster.ts';
import { Card } from '../kit/layout/Card.tsx';
import { useRefresh } from '../net/answers/useCall.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import css from './Account.module.css';
import { PasswordField } from './PasswordField.tsx';

/** Changes the password. A borrower who forgot it sets a new one by a code instead (KEY-01). */
export function ChangePassword(): ReactNode {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card heading={t`Password`}>
      <Button look="quiet" onTap={() => setIsOpen(true)}>
        {t`Change password`}
      </Button>
      {isOpen ? <Sheet onClose={() => setIsOpen(false)} /> : null}
    </Card>
  );
}

/** The form of a password change: what is typed, its problems, and its submission. */
function usePasswordChange(onClose: () => void) {
  const { t } = useLingui();
  const { submit, busy } = useSubmit(changePassword);
  const refresh = useRefresh();
  const [oldPassword, setOldPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [problem, setProblem] = useState<{ field: string; text: string } | undefined>(undefined);
  const inputs = {
    oldPassword: useRef<HTMLInputElement>(null),
    password: useRef<HTMLInputElement>(null),
  };
  const showProblem = (field: string, text: string) => {
    setProblem({ field, text });
    if (field === 'oldPassword' || field === 'password') inputs[field].current?.focus();
  };
  const save = async () => {
    if (oldPassword === '') return showProblem('oldPassword', t`Type your password.`);
    if (newPassword === '') return showProblem('password', t`Type your password.`);
    setProblem(undefined);
    const answer = await submit({ oldPassword, password: newPassword }, { quiet: true });
    if (!answer) return;
    if (!answer.ok)
      return answer.field ? showProblem(answer.field, answer.message) : void toast(answer.message);
    onClose();
    toast(t`Your password is changed. Other phones are signed out.`, { kind: 'success' });
    await refresh(devices);
  };
  const errorOf = (field: string) => (problem?.field === field ? problem.text : undefined);
  return { oldPassword, setOldPassword, newPassword, setNewPassword, inputs, errorOf, save, busy };
}

function Sheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useLingui();
  const form = usePasswordChange(onClose);
  const words = { show: t`Show`, hide: t`Hide` };
  return (
    <Dialog
      title={t`Change password`}
      look="sheet"
      onClose={onClose}
      buttons={
        <>
          <Button look="secondary" onTap={onClose}>
            {t`Cancel`}
          </Button>
          <Button busy={form.busy} onTap={() => void form.save()}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <div className={css.fields}>
        <PasswordField
          label={t`Current password`}
          name="oldPassword"
          hint={undefined}
          autoComplete="current-password"
          value={form.oldPassword}
          onChange={form.setOldPassword}
          inputRef={form.inputs.oldPassword}
          error={form.errorOf('oldPassword')}
          {...words}
        />
        <PasswordField
          label={t`New password`}
          name="password"
          hint={t`At least 8 characters. Three words that only you combine are good.`}
          autoComplete="new-password"
          value={form.newPassword}
          onChange={form.setNewPassword}
          inputRef={form.inputs.password}
          error={form.errorOf('password')}
          {...words}
        />
      </div>
    </Dialog>
  );
}
