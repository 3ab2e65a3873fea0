import type { OrderId } from '@hiram/contract/ids';
import { payType, uploadReceipt, utrSubmit } from '@hiram/contract/repay';
import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { moneyText } from '../../app/settings/money.ts';
import { toast } from '../../kit/feedback/toaster.ts';
import { useTypedMoney } from '../../lending/amount/useTypedMoney.ts';
import { useRefresh } from '../../net/answers/useCall.ts';
import { upload } from '../../net/submit/upload.ts';
import { type Pictures, usePictures } from '../../net/submit/usePictures.ts';
import { useSubmit } from '../../net/submit/useSubmit.ts';

/** The picture of the receipt, uploaded as soon as it is chosen. */
function useReceipt(): Pictures {
  const { t } = useLingui();
  return usePictures({
    initialUrls: [],
    maxPictures: 1,
    send: async (picture, signal) => {
      const answer = await upload(uploadReceipt, { picture: picture }, signal);
      return answer.ok ? { url: answer.data.url } : { rejected: answer.message };
    },
    onSent: () => void toast(t`Receipt added.`, { kind: 'success' }),
    onRefused: (message) => void toast(message ?? t`The photo did not upload. Please add it again.`),
  });
}

export type TransferReport = ReturnType<typeof useTransferReport>;

/** The report of a transfer: what is typed, at first `due` cents, the picture of the receipt, and the call that sends them. */
export function useTransferReport(orderId: OrderId, channelNumber: string, due: number | undefined) {
  const { t } = useLingui();
  const [utr, setUtr] = useState('');
  const [amount, setAmount] = useState(due === undefined ? '' : moneyText(due));
  const [problem, setProblem] = useState<{ field: string; text: string } | undefined>(undefined);
  const utrInput = useRef<HTMLInputElement>(null);
  const amountInput = useRef<HTMLInputElement>(null);
  const { submit, busy } = useSubmit(utrSubmit);
  const refresh = useRefresh();
  const read = useTypedMoney();
  const typed = read(amount);
  const pictures = useReceipt();
  const errorOf = (field: string) => (problem?.field === field ? problem.text : undefined);
  const showProblem = (field: string, text: string) => {
    setProblem({ field, text });
    (field === 'amount' ? amountInput : utrInput).current?.focus();
  };
  const send = async () => {
    if (!/\S/.test(utr)) return showProblem('utr', t`Type the reference of your transfer.`);
    if ('problem' in typed) return showProblem('amount', typed.problem);
    if (typed.cents === 0) return showProblem('amount', t`Type the amount that you sent.`);
    if (pictures.busy) return void toast(t`The photo is still uploading.`, { kind: 'info' });
    setProblem(undefined);
    const image = pictures.list[0]?.url;
    const answer = await submit(
      { orderId, channelNumber, utr, amount: typed.cents, ...(image ? { image } : {}) },
      { quiet: true },
    );
    if (!answer) return;
    if (!answer.ok)
      return answer.field ? showProblem(answer.field, answer.message) : void toast(answer.message);
    toast(t`Thank you. A person compares it with our statement.`, { kind: 'success' });
    setUtr('');
    setAmount('');
    pictures.list.forEach((picture) => void pictures.remove(picture.key));
    await refresh(payType);
  };
  /** What is wrong with a field is said until it is typed in again. */
  const typeIn = (field: string, set: (text: string) => void) => (text: string) => {
    set(text);
    if (problem?.field === field) setProblem(undefined);
  };
  return {
    utr,
    typeUtr: typeIn('utr', setUtr),
    utrInput,
    amount,
    typeAmount: typeIn('amount', setAmount),
    amountInput,
    typed,
    pictures,
    errorOf,
    send,
    busy,
  };
}
