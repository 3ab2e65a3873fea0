import { getSid, requestCaptchaChallenge, solveCaptchaChallenge } from '@hiram/contract/promotion';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { callContext } from '../app/context.ts';
import { settings } from '../app/settings.ts';
import { Button } from '../kit/Button.tsx';
import { TextField } from '../kit/Field.tsx';
import { toast } from '../kit/toaster.ts';
import { send } from '../net/client.ts';
import css from './Account.module.css';

/** The captcha's session id and the typed characters. */
export interface CaptchaAnswer {
  readonly sid: string;
  readonly capcode: string;
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
  const [sid, setSid] = useState('');
  const [drawCount, setDrawCount] = useState(0);
  const [isBroken, setIsBroken] = useState(false);
  const [busy, setBusy] = useState(false);
  const failed = t`error`;

  // If no session id arrived, the next attempt or a tap requests it again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt requests the session id until there is one
  useEffect(() => {
    if (sid !== '') return;
    let isUnmounted = false;
    send(getSid, {}, callContext()).then(
      (answer) => {
        if (isUnmounted) return;
        if (answer.ok) setSid(answer.data.sid);
        else toast(answer.message, { kind: 'error' });
      },
      () => isUnmounted || void toast(failed, { kind: 'error' }),
    );
    return () => {
      isUnmounted = true;
    };
  }, [attempt, drawCount, sid, failed]);

  const solve = async () => {
    setBusy(true);
    try {
      const challenge = await send(requestCaptchaChallenge, { sid }, callContext());
      if (!challenge.ok) return void toast(challenge.message, { kind: 'error' });
      const { solveChallenge } = await import('../net/solve-challenge.ts');
      const nonce = await solveChallenge(challenge.data.challenge, challenge.data.bits);
      const solution = await send(solveCaptchaChallenge, { sid, nonce }, callContext());
      if (!solution.ok) return void toast(solution.message, { kind: 'error' });
      onChange({ sid, capcode: solution.data.capcode });
    } catch {
      toast(failed, { kind: 'error' });
    } finally {
      setBusy(false);
    }
  };

  const drawAgain = () => {
    setDrawCount(drawCount + 1);
    // The picture did not load: its session id may have expired.
    if (isBroken) setSid('');
    setIsBroken(false);
  };
  const another = (
    <button type="button" className={css.text} onClick={drawAgain}>
      {t`Another picture`}
    </button>
  );
  if (sid === '') return another;
  const picture = new URLSearchParams({ sid, t: `${attempt}-${drawCount}` });
  return (
    <>
      <div className={css.captcha}>
        <img
          src={`${settings.apiBase}/get-captcha?${picture.toString()}`}
          width={125}
          height={50}
          alt={t`Four signs to type`}
          onError={() => setIsBroken(true)}
        />
        {another}
      </div>
      <TextField
        label={t`Signs of the picture`}
        name="capcode"
        autoComplete="off"
        maxLength={8}
        value={value.capcode}
        onChange={(capcode) => onChange({ sid, capcode })}
        error={error}
      />
      <Button look="quiet" disabled={busy} onTap={() => void solve()}>
        {busy ? t`Your phone is working it out…` : t`I cannot see the picture`}
      </Button>
    </>
  );
}
