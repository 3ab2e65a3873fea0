import type { CardPaymentId, OrderId } from '@hiram/contract/ids';
import { repaymentConfirm } from '@hiram/contract/legacy';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { TextField } from '../kit/controls/Field.tsx';
import { Dialog } from '../kit/dialogs/Dialog.tsx';
import { useCountdown } from '../kit/runtime/useCountdown.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';

/** LEG-04: seconds before another code can be requested. */
const pauseSeconds = 60;
const minCodeLength = 6;

interface VerifyCodeProps {
  readonly orderId: OrderId;
  readonly recordId: CardPaymentId;
  readonly onClose: () => void;
  /** Requests another code. Resolves to the seconds until the next one, or undefined if it was not sent. */
  readonly onResend: (pauseSeconds: number) => Promise<number | undefined>;
  readonly onPaid: () => void;
}

/** The code that the card's bank sent by text (LEG-04, LEG-05, LEG-07). */
export function VerifyCode(props: VerifyCodeProps): ReactNode {
  const { onClose, onResend } = props;
  const { t } = useLingui();
  const { code, change, problem, input, confirm, busy } = useCodeConfirmation(props);
  const [left, startCountdown] = useCountdown(pauseSeconds);
  return (
    <Dialog
      title={t`Code from your bank`}
      text={t`Your bank sent a code to your phone. Type it to finish the payment.`}
      onClose={onClose}
      buttons={
        <>
          <Button look="secondary" onTap={onClose}>
            {t`Cancel`}
          </Button>
          <Button busy={busy} onTap={() => void confirm()}>
            {t`Confirm`}
          </Button>
        </>
      }
    >
      <TextField
        label={t`Code`}
        name="code"
        autoComplete="one-time-code"
        format="number"
        maxLength={8}
        value={code}
        onChange={change}
        inputRef={input}
        error={problem || undefined}
        aside={{
          text: left > 0 ? t`${left} s` : t`Send again`,
          disabled: left > 0,
          onTap: () => {
            void onResend(pauseSeconds).then((seconds) => {
              if (seconds !== undefined) startCountdown(seconds);
            });
          },
        }}
      />
    </Dialog>
  );
}

/** The typed code, its problem, and the call that finishes the payment. */
function useCodeConfirmation({ orderId, recordId, onPaid }: VerifyCodeProps) {
  const { t } = useLingui();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const { submit, busy } = useSubmit(repaymentConfirm);
  const showProblem = (text: string) => {
    setProblem(text);
    input.current?.focus();
  };
  const confirm = async () => {
    // LEG-07: an incomplete code is not sent.
    if (code.length < minCodeLength)
      return showProblem(t({ id: 'legacy.typeCode', message: 'Type the code from the message' }));
    const answer = await submit({ orderId, code: code, paymentId: recordId }, { quiet: true });
    if (!answer) return;
    if (!answer.ok)
      return showProblem(
        answer.message || t({ id: 'legacy.processingFailed', message: 'This did not work' }),
      );
    onPaid();
  };
  const change = (value: string) => {
    setCode(value);
    setProblem('');
  };
  return { code, change, problem, input, confirm, busy };
}
