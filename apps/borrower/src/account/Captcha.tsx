import { getSid, requestCaptchaChallenge, solveCaptchaChallenge } from '@hiram/contract/promotion';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { callContext } from '../app/settings/context.ts';
import { settings } from '../app/settings/settings.ts';
import { Button } from '../kit/controls/Button.tsx';
import { TextField } from '../kit/controls/Field.tsx';
import { toast } from '../kit/feedback/toaster.ts';
import { useFailureText } from '../net/submit/failure-text.ts';
import { send } from '../net/transport/client.ts';
import css from './Account.module.css';

/** The captcha's session id and the typed characters. */
export interface CaptchaAnswer {
  readonly visitorId: string;
  readonly captchaText: string;
}

/**
 * A picture captcha, shown after many codes were sent to this network. Each captcha is valid once: `attempt` changes
 * when a new one is needed. A person who cannot see the picture can have the phone solve a proof-of-work challenge
 * instead.
 */
export function Captcha(props: {
  readonly attempt: number;
  readonly value: CaptchaAnswer;
  readonly onChange: (value: CaptchaAnswer) => void;
  readonly error: string | undefined;
}): ReactNode {
  const { attempt, value, onChange, error } = props;
  const { t } = useLingui();
  const { visitorId, drawCount, drawAgain, onBroken } = useCaptchaSession(attempt);
  const { solve, busy } = useProofOfWork(visitorId, onChange);
  const another = (
    <button type="button" className={css.text} onClick={drawAgain}>
      {t`Another picture`}
    </button>
  );
  if (visitorId === '') return another;
  const picture = new URLSearchParams({ sid: visitorId, t: `${attempt}-${drawCount}` });
  return (
    <>
      <div className={css.captcha}>
        <img
          src={`${settings.apiBase}/get-captcha?${picture.toString()}`}
          width={125}
          height={50}
          alt={t`Four characters to type`}
          onError={onBroken}
        />
        {another}
      </div>
      <TextField
        label={t`Characters in the picture`}
        name="captchaText"
        autoComplete="off"
        maxLength={8}
        value={value.captchaText}
        onChange={(captchaText) => onChange({ visitorId, captchaText })}
        error={error}
      />
      <Button look="quiet" disabled={busy} onTap={() => void solve()}>
        {busy ? t`Your phone is checking…` : t`I cannot see the picture`}
      </Button>
    </>
  );
}

/** The session id of the captcha's pictures, and how often the person asked for another picture. */
function useCaptchaSession(attempt: number) {
  const [visitorId, setVisitorId] = useState('');
  const [drawCount, setDrawCount] = useState(0);
  const [isBroken, setIsBroken] = useState(false);
  const failed = useFailureText()(undefined);

  // If no session id arrived, the next attempt or a tap requests it again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt requests the session id until there is one
  useEffect(() => {
    if (visitorId !== '') return;
    let isUnmounted = false;
    send(getSid, {}, callContext()).then(
      (answer) => {
        if (isUnmounted) return;
        if (answer.ok) setVisitorId(answer.data.visitorId);
        else toast(answer.message, { kind: 'error' });
      },
      () => isUnmounted || void toast(failed, { kind: 'error' }),
    );
    return () => {
      isUnmounted = true;
    };
  }, [attempt, drawCount, visitorId, failed]);

  const drawAgain = () => {
    setDrawCount(drawCount + 1);
    // The picture did not load: its session id may have expired.
    if (isBroken) setVisitorId('');
    setIsBroken(false);
  };
  return { visitorId, drawCount, drawAgain, onBroken: () => setIsBroken(true) };
}

/** Lets the phone solve a proof-of-work challenge, and answers the captcha with its solution. */
function useProofOfWork(visitorId: string, onChange: (value: CaptchaAnswer) => void) {
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  const solve = async () => {
    setBusy(true);
    try {
      const challenge = await send(requestCaptchaChallenge, { visitorId }, callContext());
      if (!challenge.ok) return void toast(challenge.message, { kind: 'error' });
      const { solveChallenge } = await import('../net/submit/solve-challenge.ts');
      const nonce = await solveChallenge(challenge.data.challenge, challenge.data.bits);
      const solution = await send(solveCaptchaChallenge, { visitorId, nonce }, callContext());
      if (!solution.ok) return void toast(solution.message, { kind: 'error' });
      onChange({ visitorId, captchaText: solution.data.captchaText });
    } catch (error) {
      toast(failureText(error), { kind: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return { solve, busy };
}
