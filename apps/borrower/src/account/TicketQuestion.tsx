import { logout, profile } from '@hiram/contract/account';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { useTitle } from '../app/navigation/usePage.ts';
import { callContext } from '../app/settings/context.ts';
import { cataloguesOf } from '../i18n/catalogues.ts';
import { loadTexts } from '../i18n/i18n.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Card } from '../kit/layout/Card.tsx';
import { ActionPair, Screen } from '../kit/layout/Screen.tsx';
import { send } from '../net/transport/client.ts';
import css from './Account.module.css';

/**
 * Asks the visitor whether the account that a link opens is theirs. Nothing of the session is stored before they
 * confirm. If they deny, the session is ended. Also returns false if the account cannot be loaded.
 */
export async function confirmsAccount(root: Element, sessionId: string): Promise<boolean> {
  const context = { ...callContext(), sessionId };
  const [account] = await Promise.all([
    send(profile, {}, context),
    loadTexts((language) => cataloguesOf('account/TicketQuestion.tsx', language)),
  ]);
  if (!account.ok) return false;
  const questionRoot = createRoot(root);
  const isOwner = await new Promise<boolean>((onAnswer) => {
    questionRoot.render(
      <I18nProvider i18n={i18n}>
        <TicketQuestion phone={account.data.phone} onAnswer={onAnswer} />
      </I18nProvider>,
    );
  });
  questionRoot.unmount();
  if (!isOwner) await send(logout, {}, context).catch(() => undefined);
  return isOwner;
}

function TicketQuestion({
  phone,
  onAnswer,
}: {
  readonly phone: string;
  readonly onAnswer: (isOwner: boolean) => void;
}): ReactNode {
  const { t } = useLingui();
  useTitle(t`Is this your account?`);
  return (
    <Screen
      title={t`Is this your account?`}
      actions={
        <ActionPair>
          <Button look="secondary" onTap={() => onAnswer(false)}>{t`No, it is not`}</Button>
          <Button onTap={() => onAnswer(true)}>{t`Yes, it is mine`}</Button>
        </ActionPair>
      }
    >
      <Card>
        <p className={css.lead}>{t`This link opens the account of the mobile number ${phone}.`}</p>
        <p
          className={css.muted}
        >{t`If someone sent you this link and the number is not yours, tap No. What you type would go to their account.`}</p>
      </Card>
    </Screen>
  );
}
