import {
  type AccountProfile,
  cancelAccountDeletion,
  consents,
  devices,
  logout,
  profile,
  savePreferences,
} from '@hiram/contract/account';
import type { CallInput } from '@hiram/contract/call';
import { contactList } from '@hiram/contract/device';
import { messagePreferences } from '@hiram/contract/messages';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { goBack, replaceWith } from '../app/navigation/go.ts';
import { href } from '../app/navigation/href.ts';
import { Link } from '../app/navigation/Link.tsx';
import { paths } from '../app/navigation/paths.ts';
import { useTitle } from '../app/navigation/usePage.ts';
import { leaveSignedOut } from '../app/page/sign-out.ts';
import { chooseLang } from '../app/settings/choose-language.ts';
import { showDate } from '../app/settings/money.ts';
import { applyTheme, currentTheme, type Theme } from '../app/settings/theme.ts';
import { languages } from '../i18n/i18n.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Segments } from '../kit/controls/Segments.tsx';
import { Card } from '../kit/layout/Card.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall, useRefresh } from '../net/answers/useCall.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import css from './Account.module.css';
import { ChangePassword } from './ChangePassword.tsx';
import { Consents } from './Consents.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { Devices } from './Devices.tsx';
import { Invite } from './Invite.tsx';
import { MessagePreferences } from './MessagePreferences.tsx';
import { References } from './References.tsx';
import { StaffReads } from './StaffReads.tsx';

/** Settings: theme and language, devices, consents, references, and sign-out. */
export default function Setting(): ReactNode {
  const { t } = useLingui();
  const call = useCall(profile, {});
  // A section that appeared after the others would push them down under the borrower's finger.
  const sections = [
    useCall(devices, {}, { quiet: true }),
    useCall(messagePreferences, {}, { quiet: true }),
    useCall(consents, {}, { quiet: true }),
    useCall(contactList, {}, { quiet: true }),
  ];
  const isWaiting =
    call.state === 'waiting' ||
    (call.state === 'ready' && sections.some((section) => section.state === 'waiting'));
  useTitle(t`Settings`);
  return (
    <Screen title={t`Settings`} back={{ label: t`Back`, go: goBack }} busy={isWaiting}>
      {isWaiting ? <Skeleton name="form" /> : null}
      <CallPanel call={call} />
      {call.state === 'ready' && !isWaiting ? <Sections account={call.data} /> : null}
    </Screen>
  );
}

function Sections({ account }: { readonly account: AccountProfile }): ReactNode {
  const { t } = useLingui();
  const signOut = useSubmit(logout);
  const leave = async () => {
    const answer = await signOut.submit({});
    if (!answer?.ok) return;
    leaveSignedOut();
  };
  return (
    <>
      {account.eraseOn ? <PendingDeletion eraseOn={account.eraseOn} /> : null}
      <MessagePreferences />
      <Devices />
      {account.hasPassword ? <ChangePassword /> : null}
      <Consents />
      <References />
      <StaffReads reads={account.staffReads} />
      {account.invite.code ? <Invite invite={account.invite} /> : null}
      <Appearance account={account} />
      <Card heading={t`About`}>
        <Link className={css.way} href={href(paths.privacyPolicy)}>{t`Privacy policy`}</Link>
        <Link className={css.way} href={href(paths.loanAgreement)}>{t`Loan terms`}</Link>
        <Link className={css.way} href={href(paths.customerService)}>{t`Customer service`}</Link>
      </Card>
      <Button look="secondary" busy={signOut.busy} onTap={() => void leave()}>
        {t`Sign out`} ({account.phone})
      </Button>
      {account.eraseOn ? null : <DeleteAccount onDeleted={leaveSignedOut} />}
    </>
  );
}

function PendingDeletion({ eraseOn }: { readonly eraseOn: string }): ReactNode {
  const { t } = useLingui();
  const { submit, busy } = useSubmit(cancelAccountDeletion);
  const refresh = useRefresh();
  const cancelDeletion = async () => {
    if ((await submit({}))?.ok) await refresh(profile);
  };
  return (
    <Card heading={t`Your account will be deleted`}>
      <p className={css.lead}>
        <Trans>On {showDate(eraseOn)}, as you asked. Until then you can change your mind.</Trans>
      </p>
      <Button busy={busy} onTap={() => void cancelDeletion()}>
        {t`Keep my account`}
      </Button>
    </Card>
  );
}

/**
 * Returns a function that saves preferences and resolves to whether they were saved. Changes made while a save is
 * running are merged and sent after it.
 */
function useSavePreferences(): (chosen: CallInput<typeof savePreferences>) => Promise<boolean> {
  const { submit } = useSubmit(savePreferences);
  const pending = useRef<CallInput<typeof savePreferences> | undefined>(undefined);
  const running = useRef<Promise<boolean> | undefined>(undefined);
  const saveAll = async () => {
    let wasSaved = true;
    while (pending.current) {
      const next = pending.current;
      pending.current = undefined;
      wasSaved = (await submit(next, { quiet: true }))?.ok === true;
    }
    running.current = undefined;
    return wasSaved;
  };
  return (chosen) => {
    pending.current = { ...pending.current, ...chosen };
    running.current = running.current ?? saveAll();
    return running.current;
  };
}

const themes: readonly Theme[] = ['system', 'light', 'dark'];

function Appearance({ account }: { readonly account: AccountProfile }): ReactNode {
  const { t, i18n } = useLingui();
  const [theme, setTheme] = useState<Theme>(currentTheme);
  const [chosenLanguage, setChosenLanguage] = useState<string | undefined>(undefined);
  const save = useSavePreferences();
  // The theme was chosen on another phone. Apply it if none was chosen on this one.
  useEffect(() => {
    if (currentTheme() !== 'system' || account.theme === 'system') return;
    applyTheme(account.theme);
    setTheme(account.theme);
  }, [account.theme]);
  const choose = (next: Theme) => {
    applyTheme(next);
    setTheme(next);
    void save({ theme: next });
  };
  const chooseLanguage = async (language: string) => {
    setChosenLanguage(language);
    const wasSaved = await save({ language });
    // Without the network the page could not load in the other language either.
    if (!wasSaved) return setChosenLanguage(undefined);
    chooseLang(language);
    replaceWith(href(paths.setting));
  };
  const names: Readonly<Record<Theme, string>> = { system: t`System`, light: t`Light`, dark: t`Dark` };
  return (
    <Card heading={t`Look and language`}>
      <Segments
        label={t`Theme`}
        options={themes.map((key) => ({ key, name: names[key] }))}
        chosen={theme}
        onChoose={(key) => choose(themes.find((name) => name === key) ?? 'system')}
      />
      <Segments
        label={t`Language`}
        options={languages.map(([key, name]) => ({ key, name, lang: key }))}
        chosen={chosenLanguage ?? i18n.locale}
        onChoose={(key) => void chooseLanguage(key)}
      />
    </Card>
  );
}
