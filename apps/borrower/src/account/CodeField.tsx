import { smsCode, voiceCode } from '@hiram/contract/account';
import { useLingui } from '@lingui/react/macro';
import { lazy, type ReactNode, type Ref, Suspense, useState } from 'react';
import { market } from '../app/settings/market.ts';
import { Button } from '../kit/controls/Button.tsx';
import { TextField } from '../kit/controls/Field.tsx';
import { formatDigits } from '../kit/controls/format-input.ts';
import { toast } from '../kit/feedback/toaster.ts';
import { useCountdown } from '../kit/runtime/useCountdown.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';

const Captcha = lazy(() => import('./Captcha.tsx').then((module) => ({ default: module.Captcha })));
const rejections = smsCode.rejections;

interface CodeFieldProps {
  readonly phone: string;
  readonly purpose: 'login' | 'reset';
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly onProblem: (problem: { field: string; text: string } | undefined) => void;
}

/** A one-time code, sent by text. If the text does not arrive, an automated call reads the code out. */
export function CodeField(props: CodeFieldProps): ReactNode {
  const { value, onChange, error, inputRef } = props;
  const { t } = useLingui();
  const request = useCodeRequest(props);
  const { captcha, seconds } = request;
  return (
    <>
      {captcha ? (
        <Suspense fallback={null}>
          <Captcha
            attempt={captcha.attempt}
            value={request.answer}
            onChange={request.setAnswer}
            error={captcha.problem}
          />
        </Suspense>
      ) : null}
      <TextField
        label={t`Code`}
        name="smsCode"
        autoComplete="one-time-code"
        format="number"
        maxLength={6}
        value={value}
        onChange={onChange}
        inputRef={inputRef}
        error={error}
        hint={request.sentText}
        aside={{
          text: seconds > 0 ? t`Again in ${seconds} s` : t({ id: 'code.get', message: 'Get code' }),
          onTap: () => void request.ask(false),
          disabled: seconds > 0 || request.textBusy,
        }}
      />
      {request.wasSent && request.canCall && seconds === 0 ? (
        <Button look="quiet" busy={request.voiceBusy} onTap={() => void request.ask(true)}>
          {t`Get the code by call`}
        </Button>
      ) : null}
    </>
  );
}

/** Requests a code by text or by a call, with a captcha where the server wants one. */
function useCodeRequest({
  phone,
  purpose,
  onProblem,
}: Pick<CodeFieldProps, 'phone' | 'purpose' | 'onProblem'>) {
  const { t } = useLingui();
  const [counted, startCountdown] = useCountdown();
  /** The number that the last code was sent to. Another number does not have to wait. */
  const [sentTo, setSentTo] = useState('');
  const [canCall, setCanCall] = useState(true);
  const [byCall, setByCall] = useState<boolean>();
  const [captcha, setCaptcha] = useState<{ attempt: number; problem: string }>();
  const [answer, setAnswer] = useState({ visitorId: '', captchaText: '' });
  const text = useSubmit(smsCode);
  const voice = useSubmit(voiceCode);

  const ask = async (asCall: boolean) => {
    if (phone === '') return onProblem({ field: 'phone', text: t`Type your mobile number.` });
    const proof = answer.captchaText === '' ? {} : answer;
    const sent = await (asCall ? voice : text).submit({ phone, purpose, ...proof }, { quiet: true });
    if (!sent) return;
    if (captcha) {
      // Each captcha is valid once, whatever the result.
      setAnswer({ visitorId: '', captchaText: '' });
      setCaptcha({ attempt: captcha.attempt + 1, problem: '' });
    }
    if (!sent.ok && sent.seconds !== undefined) {
      // Nothing is wrong with the number: a code was just sent to it, and the button counts until the next one.
      onProblem(undefined);
      setSentTo(phone);
      startCountdown(sent.seconds);
      return void toast(sent.message, { kind: 'info' });
    }
    if (!sent.ok) {
      if (sent.code !== rejections.captchaNeeded && sent.code !== rejections.wrongCaptcha)
        return onProblem({ field: sent.field ?? 'phone', text: sent.message });
      setCaptcha({ attempt: (captcha?.attempt ?? 0) + 1, problem: sent.message });
      return onProblem(undefined);
    }
    setCaptcha(undefined);
    onProblem(undefined);
    setSentTo(phone);
    setCanCall(sent.data.canCall !== false);
    startCountdown(sent.data.seconds);
    setByCall(asCall);
    document.querySelector<HTMLInputElement>('input[name=smsCode]')?.focus();
  };

  const wasSent = sentTo !== '' && sentTo === phone;
  const seconds = wasSent ? counted : 0;
  const shownPhone = formatDigits(market.phone, phone);
  return {
    ask,
    /** What was done last; it stands at the field, where a message over the page would cover its head. */
    sentText:
      !wasSent || byCall === undefined
        ? undefined
        : byCall
          ? t`We are calling ${shownPhone}.`
          : t`Code sent to ${shownPhone}.`,
    wasSent,
    canCall,
    seconds,
    captcha,
    answer,
    setAnswer,
    textBusy: text.busy,
    voiceBusy: voice.busy,
  };
}
