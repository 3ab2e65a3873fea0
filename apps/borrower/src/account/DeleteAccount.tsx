import { deleteAccount } from '@hiram/contract/account';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { showDate } from '../app/settings/money.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Dialog } from '../kit/dialogs/Dialog.tsx';
import { toast } from '../kit/feedback/toaster.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import css from './Account.module.css';

/**
 * Deletes the account. A confirmation lists what is deleted, what the law requires the lender to keep, and until when
 * the deletion can be cancelled.
 */
export function DeleteAccount({ onDeleted }: { readonly onDeleted: () => void }): ReactNode {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const [eraseOn, setEraseOn] = useState('');
  const { submit, busy } = useSubmit(deleteAccount);
  const remove = async () => {
    const answer = await submit({}, { quiet: true });
    if (!answer) return;
    setIsOpen(false);
    if (answer.ok) setEraseOn(answer.data.eraseOn);
    else toast(answer.message);
  };
  return (
    <>
      <button type="button" className={css.delete} onClick={() => setIsOpen(true)}>
        {t`Delete my account`}
      </button>
      {isOpen ? (
        <Dialog
          title={t`Delete your account?`}
          text={t`Your details, devices and the people you named are deleted after 30 days; until then you can take it back by signing in. Records of your loans stay as long as the law requires.`}
          onClose={() => setIsOpen(false)}
          buttons={
            <>
              <Button look="secondary" busy={busy} onTap={() => void remove()}>
                {t`Delete`}
              </Button>
              <Button onTap={() => setIsOpen(false)}>{t`Keep it`}</Button>
            </>
          }
        />
      ) : null}
      {eraseOn ? (
        <Dialog
          title={t`You are signed out`}
          text={t`Your account will be deleted on ${showDate(eraseOn)}. Sign in before then to keep it.`}
          singleButton
          buttons={<Button onTap={onDeleted}>{t`Close`}</Button>}
        />
      ) : null}
    </>
  );
}
