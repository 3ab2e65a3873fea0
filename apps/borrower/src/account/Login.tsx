import { login, smsCode } from '@hiram/contract/account';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { keepSession } from '../app/context.ts';
import { replaceWith } from '../app/go.ts';
import { href } from '../app/href.ts';
import { paths } from '../app/paths.ts';
import { settings } from '../app/settings.ts';
import { usePage, useTitle } from '../app/usePage.ts';
import { Button } from '../kit/Button.tsx';
import { TextField } from '../kit/Field.tsx';
import { Screen } from '../kit/Screen.tsx';
import { toast } from '../kit/toaster.ts';
import { useSubmit } from '../net/useSubmit.ts';

/** Where to go after signing in: a page of ours and nothing else. */
function returnPath(asked: string | undefined): string {
  return asked && /^\/(?![/\\])/.test(asked) ? asked : href(paths.main);
}

/** Sign in with a code by SMS. */
export default function Login(): ReactNode {
  const { t } = useLingui();
  const { returnTo } = usePage();
  const [phone, setPhone] = useState('');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<{ field: string; text: string } | undefined>(undefined);
  const [seconds, startCountdown] = useCountdown();
  const send = useSubmit(smsCode);
  const enter = useSubmit(login);
  const codeInput = useRef<HTMLInputElement>(null);
  const title = t`Sign in`;
  useTitle(title);

  const ask = async () => {
    const answer = await send.submit({ phone }, { quiet: true });
    if (!answer) return;
    if (!answer.ok) return setProblem({ field: answer.field ?? 'phone', text: answer.message });
    setProblem(undefined);
    startCountdown(answer.data.seconds);
    toast(t`The code is on its way.`, { kind: 'success' });
    codeInput.current?.focus();
  };
  const signIn = async () => {
    if (phone === '') return setProblem({ field: 'phone', text: t`Type your mobile number.` });
    if (code === '') return setProblem({ field: 'smsCode', text: t`Type the code from the message.` });
    const answer = await enter.submit({ phone, smsCode: code }, { quiet: true });
    if (!answer) return;
    if (!answer.ok) return setProblem({ field: answer.field ?? 'smsCode', text: answer.message });
    keepSession(answer.data.sessionId);
    replaceWith(returnPath(returnTo));
  };

  return (
    <Screen
      title={title}
      actions={
        <Button busy={enter.busy} onTap={() => void signIn()}>
          {t`Sign in`}
        </Button>
      }
    >
      <p>{t`Welcome to ${settings.name}. We send a code to your mobile number.`}</p>
      <br />
      <TextField
        label={t`Mobile number`}
        name="phone"
        autoComplete="tel"
        format="phone"
        value={phone}
        onChange={setPhone}
        error={problem?.field === 'phone' ? problem.text : undefined}
      />
      <TextField
        label={t`Code`}
        name="smsCode"
        autoComplete="one-time-code"
        format="number"
        maxLength={6}
        value={code}
        onChange={setCode}
        inputRef={codeInput}
        error={problem?.field === 'smsCode' ? problem.text : undefined}
        aside={{
          text: seconds > 0 ? t`${seconds} s` : t`get code`,
          onTap: () => void ask(),
          disabled: seconds > 0 || send.busy,
        }}
      />
    </Screen>
  );
}

/** Seconds left, counted down by one a second. */
function useCountdown(): readonly [number, (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft];
}
