import { accountCode } from '@hiram/contract/bank';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { TextField } from '../kit/controls/Field.tsx';
import { Dialog } from '../kit/dialogs/Dialog.tsx';
import { toast } from '../kit/feedback/toaster.ts';
import { useCountdown } from '../kit/runtime/useCountdown.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';

/** Seconds before another code can be requested. */
const pauseSeconds = 60;
const codeLength = 6;

/** An account may need a code, which is sent to the borrower's own number as soon as this dialog opens. */
export function AccountCode(props: {
  /** The last digits of the number. */
  readonly phone: string;
  readonly busy: boolean;
  /** The problem with the code that was sent; empty if there is none. */
  readonly problem: string;
  readonly onClose: () => void;
  readonly onCode: (code: string) => void;
}): ReactNode {
  const { phone, busy, problem, onClose, onCode } = props;
  const { t } = useLingui();
  const { code, changeCode, missing, input, confirm } = useTypedCode(onCode);
  const { ask, refused, left } = useCodeRequest();

  if (refused !== undefined)
    return (
      <Dialog
        title={t`Nothing was changed`}
        text={refused}
        onClose={onClose}
        buttons={<Button onTap={onClose}>{t`Close`}</Button>}
      />
    );
  return (
    <Dialog
      title={t`Was this you?`}
      text={t`An account for your money needs a code, so that nobody else can take it. We sent one to ${phone}.`}
      onClose={onClose}
      buttons={
        <>
          <Button look="secondary" onTap={onClose}>
            {t`Cancel`}
          </Button>
          <Button busy={busy} onTap={confirm}>
            {t`Save the account`}
          </Button>
        </>
      }
    >
      <TextField
        label={t`Code`}
        name="smsCode"
        autoComplete="one-time-code"
        format="number"
        maxLength={codeLength}
        value={code}
        onChange={changeCode}
        inputRef={input}
        error={missing ? t`Type the 6-digit code.` : problem || undefined}
        aside={{
          text: left > 0 ? t`${left} s` : t`Send again`,
          disabled: left > 0,
          onTap: () => void ask(),
        }}
      />
    </Dialog>
  );
}

/** Requests the code when the dialog opens, and again on a tap. `refused` says why no code comes. */
function useCodeRequest() {
  const [refused, setRefused] = useState<string | undefined>(undefined);
  const wasSent = useRef(false);
  const [left, startCountdown] = useCountdown(pauseSeconds);
  const { submit } = useSubmit(accountCode);

  const ask = async () => {
    const answer = await submit({}, { quiet: true });
    if (!answer) return;
    if (answer.ok) {
      wasSent.current = true;
      startCountdown(answer.data.seconds);
      return;
    }
    if (answer.seconds !== undefined) startCountdown(answer.seconds);
    // A code sent a moment ago is still valid. Otherwise no code comes, and there is nothing to type.
    if (wasSent.current || answer.code === accountCode.rejections.tooSoon)
      toast(answer.message, { kind: 'info' });
    else setRefused(answer.message);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: one code when the dialog opens, not at each render
  useEffect(() => {
    void ask();
  }, []);
  return { ask, refused, left };
}

/** The code being typed. `missing` says that it was confirmed before it was complete. */
function useTypedCode(onCode: (code: string) => void) {
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const changeCode = (value: string) => {
    setCode(value);
    setMissing(false);
  };
  const confirm = () => {
    setMissing(code.length < codeLength);
    if (code.length < codeLength) input.current?.focus();
    else onCode(code);
  };
  return { code, changeCode, missing, input, confirm };
}
