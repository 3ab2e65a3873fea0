import { askCaptchaWork, getSid, proveCaptchaWork } from '@hiram/contract/promotion';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { callContext } from '../app/context.ts';
import { settings } from '../app/settings.ts';
import { Button } from '../kit/Button.tsx';
import { TextField } from '../kit/Field.tsx';
import { toast } from '../kit/toaster.ts';
import { send } from '../net/client.ts';
import css from './Account.module.css';

/** Whose captcha it is, and what was typed. */
export interface CaptchaAnswer {
  readonly sid: string;
  readonly capcode: string;
}

/**
 * Four signs to type where many codes went to this network. A captcha counts once: `attempt` changes when another one is
 * needed. Whoever cannot see it lets the phone work out a sum instead.
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
  const [drawn, setDrawn] = useState(0);
  const [busy, setBusy] = useState(false);
  const failed = t`error`;

  useEffect(() => {
    send(getSid, {}, callContext()).then(
      (answer) => answer.ok && setSid(answer.data.sid),
      () => void toast(failed, { kind: 'error' }),
    );
  }, [failed]);

  const workItOut = async () => {
    setBusy(true);
    try {
      const asked = await send(askCaptchaWork, { sid }, callContext());
      if (!asked.ok) return void toast(asked.message, { kind: 'error' });
      const { workOut } = await import('../net/work-out.ts');
      const nonce = await workOut(asked.data.challenge, asked.data.bits);
      const proven = await send(proveCaptchaWork, { sid, nonce }, callContext());
      if (!proven.ok) return void toast(proven.message, { kind: 'error' });
      onChange({ sid, capcode: proven.data.capcode });
    } catch {
      toast(failed, { kind: 'error' });
    } finally {
      setBusy(false);
    }
  };

  if (sid === '') return null;
  const picture = new URLSearchParams({ sid, t: `${attempt}-${drawn}` });
  return (
    <>
      <div className={css.captcha}>
        <img
          src={`${settings.apiBase}/get-captcha?${picture.toString()}`}
          width={125}
          height={50}
          alt={t`Four signs to type`}
        />
        <button type="button" className={css.text} onClick={() => setDrawn(drawn + 1)}>
          {t`Another picture`}
        </button>
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
      <Button look="quiet" busy={busy} onTap={() => void workItOut()}>
        {busy ? t`Your phone is working it out…` : t`I cannot see the picture`}
      </Button>
    </>
  );
}
