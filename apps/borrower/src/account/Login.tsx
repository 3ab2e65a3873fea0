import { login, profile, resetPassword } from '@hiram/contract/account';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'wouter';
import { phoneLink } from '../app/contact.ts';
import { callContext, chooseLang, storeSession, withoutSession } from '../app/context.ts';
import { replaceWith } from '../app/go.ts';
import { href } from '../app/href.ts';
import { hasLanguageChoice } from '../app/language-choice.ts';
import { market } from '../app/market.ts';
import { ownPage } from '../app/own-page.ts';
import { paths } from '../app/paths.ts';
import { settings } from '../app/settings.ts';
import { usePage, useTitle } from '../app/usePage.ts';
import { Button } from '../kit/Button.tsx';
import { TextField } from '../kit/Field.tsx';
import { Screen } from '../kit/Screen.tsx';
import { Tabs } from '../kit/Tabs.tsx';
import { toast } from '../kit/toaster.ts';
import { send } from '../net/client.ts';
import { useSubmit } from '../net/useSubmit.ts';
import css from './Account.module.css';
import { CodeField } from './CodeField.tsx';
import { PasswordField } from './PasswordField.tsx';

/** The page to open after login: a page of this app, without the expired session. Any other address is ignored. */
function returnPath(returnTo: string | undefined): string {
  const page = returnTo && ownPage(returnTo);
  return page ? withoutSession(page) : href(paths.main);
}

/** Applies the language stored in the account on a phone where no language was chosen. */
async function applyAccountLanguage(): Promise<void> {
  if (hasLanguageChoice(document.cookie)) return;
  try {
    const answer = await send(profile, {}, callContext());
    if (answer.ok && settings.languages.includes(answer.data.language)) chooseLang(answer.data.language);
  } catch {
    // Without an answer the phone keeps its language.
  }
}

type Method = 'code' | 'password' | 'reset';

/** Login by a code or a password, and a password reset by a code (KEY-01). */
export default function Login(): ReactNode {
  const { t } = useLingui();
  const { returnTo } = usePage();
  const [method, setMethod] = useState<Method>('code');
  const [phone, setPhone] = useState('');
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<{ field: string; text: string } | undefined>(undefined);
  const enter = useSubmit(login);
  const reset = useSubmit(resetPassword);
  const inputs = {
    phone: useRef<HTMLInputElement>(null),
    smsCode: useRef<HTMLInputElement>(null),
    password: useRef<HTMLInputElement>(null),
  };
  const title = method === 'reset' ? t`New password` : t`Sign in`;
  useTitle(title);

  const showProblem = (field: string, text: string) => {
    setProblem({ field, text });
    if (field === 'phone' || field === 'smsCode' || field === 'password') inputs[field].current?.focus();
  };
  const choose = (next: Method) => {
    setMethod(next);
    setProblem(undefined);
    setCode('');
    setPassword('');
  };
  const go = async () => {
    if (phone === '') return showProblem('phone', t`Type your mobile number.`);
    if (method !== 'password' && code === '')
      return showProblem('smsCode', t`Type the code from the message.`);
    if (method !== 'code' && password === '') return showProblem('password', t`Type your password.`);
    setProblem(undefined);
    const answer =
      method === 'reset'
        ? await reset.submit({ phone, smsCode: code, password, agreed: 1 }, { quiet: true })
        : await enter.submit(method === 'code' ? { phone, smsCode: code, agreed: 1 } : { phone, password }, {
            quiet: true,
          });
    if (!answer) return;
    if (!answer.ok)
      return answer.field ? showProblem(answer.field, answer.message) : void toast(answer.message);
    storeSession(answer.data.sessionId);
    await applyAccountLanguage();
    replaceWith(returnPath(returnTo));
  };
  const errorOf = (field: string) => (problem?.field === field ? problem.text : undefined);

  return (
    <Screen
      title={title}
      {...(method === 'reset' ? { back: { label: t`Back`, go: () => choose('password') } } : {})}
      actions={
        <Button busy={enter.busy || reset.busy} onTap={() => void go()}>
          {method === 'reset' ? t`Save and sign in` : t`Sign in`}
        </Button>
      }
    >
      <p className={css.lead}>
        {method === 'reset'
          ? t`We send a code to your mobile number. Then choose a new password; other phones are signed out.`
          : t`Welcome to ${settings.name}.`}
      </p>
      {method === 'reset' ? null : (
        <Tabs
          label={t`Sign in with`}
          tabs={[
            { key: 'code', name: t`Code by text` },
            { key: 'password', name: t`Password` },
          ]}
          chosen={method}
          onChoose={(key) => choose(key === 'password' ? 'password' : 'code')}
        />
      )}
      <TextField
        label={t`Mobile number`}
        name="phone"
        autoComplete="tel"
        format={market.phone}
        value={phone}
        onChange={setPhone}
        inputRef={inputs.phone}
        error={errorOf('phone')}
      />
      {method === 'password' ? null : (
        <CodeField
          phone={phone}
          purpose={method === 'reset' ? 'reset' : 'login'}
          value={code}
          onChange={setCode}
          inputRef={inputs.smsCode}
          error={errorOf('smsCode')}
          onProblem={(fieldProblem) =>
            fieldProblem ? showProblem(fieldProblem.field, fieldProblem.text) : setProblem(undefined)
          }
        />
      )}
      {method === 'code' ? null : (
        <PasswordField
          label={method === 'reset' ? t`New password` : t`Password`}
          hint={
            method === 'reset'
              ? t`At least 8 characters. Three words that only you combine are good.`
              : undefined
          }
          autoComplete={method === 'reset' ? 'new-password' : 'current-password'}
          value={password}
          onChange={setPassword}
          inputRef={inputs.password}
          error={errorOf('password')}
          show={t`Show`}
          hide={t`Hide`}
        />
      )}
      {method === 'password' ? null : (
        <p className={css.muted}>
          <Trans>
            By signing in you agree that we use your data as our{' '}
            <Link href={href(paths.privacyPolicy)}>privacy policy</Link> says.
          </Trans>
        </p>
      )}
      {method === 'password' ? (
        <Button look="quiet" onTap={() => choose('reset')}>
          {t`Forgot your password, or have none yet?`}
        </Button>
      ) : null}
      <p className={css.muted}>
        <Trans>
          Trouble signing in? Call us: <a {...phoneLink(settings.servicePhone)}>{settings.servicePhone}</a>.
        </Trans>
      </p>
    </Screen>
  );
}
