import { bindDebitCard, cardBanks } from '@hiram/contract/legacy';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { goBack, leavePage, replaceWith } from '../app/go.ts';
import { href } from '../app/href.ts';
import { paths } from '../app/paths.ts';
import { useIsCurrentPage } from '../app/useIsCurrentPage.ts';
import { usePage, useTitle } from '../app/usePage.ts';
import { Button } from '../kit/Button.tsx';
import { PickerField, TextField } from '../kit/Field.tsx';
import { Picker } from '../kit/Picker.tsx';
import { Screen } from '../kit/Screen.tsx';
import { toast } from '../kit/toaster.ts';
import { CallPanel } from '../net/CallPanel.tsx';
import { useCall } from '../net/useCall.ts';
import { useSubmit } from '../net/useSubmit.ts';
import { Skeleton } from '../shell/shells.tsx';
import css from './Legacy.module.css';

type FieldName = 'bankCode' | 'cardNumber' | 'validThru' | 'holderName';

/** KEY-04: binds a debit card. Card data are deliberately never stored, not even as a draft. */
export default function BindCard(): ReactNode {
  const { t } = useLingui();
  const { orderId, source } = usePage();
  const call = useCall(cardBanks, {});
  const title = t`Add a bank card`;
  useTitle(title);
  const [values, setValues] = useState<Readonly<Record<FieldName, string>>>({
    bankCode: '',
    cardNumber: '',
    validThru: '',
    holderName: '',
  });
  const [problem, setProblem] = useState<{ field: string; text: string } | undefined>(undefined);
  const [picking, setPicking] = useState(false);
  const bankButton = useRef<HTMLButtonElement>(null);
  const inputs = {
    cardNumber: useRef<HTMLInputElement>(null),
    validThru: useRef<HTMLInputElement>(null),
    holderName: useRef<HTMLInputElement>(null),
  };
  const { submit, busy } = useSubmit(bindDebitCard);
  const isMounted = useIsCurrentPage();
  const banks = call.state === 'ready' ? call.data.banks : [];
  const change = (name: FieldName) => (value: string) =>
    setValues((previous) => ({ ...previous, [name]: value }));
  const errorOf = (name: FieldName) => (problem?.field === name ? problem.text : undefined);
  const showProblem = (field: string, text: string) => {
    setProblem({ field, text });
    if (field === 'bankCode') bankButton.current?.focus();
    else if (field === 'cardNumber' || field === 'validThru' || field === 'holderName')
      inputs[field].current?.focus();
  };
  const save = async () => {
    if (!values.bankCode) return showProblem('bankCode', t`Choose the bank of your card.`);
    if (values.cardNumber.length < 13)
      return showProblem('cardNumber', t`Type the whole number of the card.`);
    if (values.validThru.length < 4) return showProblem('validThru', t`Type month and year, such as 09/27.`);
    if (!/\S/.test(values.holderName)) return showProblem('holderName', t`Type the name on the card.`);
    setProblem(undefined);
    const answer = await submit(values, { quiet: true });
    if (!answer) return;
    if (!answer.ok)
      return answer.field ? showProblem(answer.field, answer.message) : void toast(answer.message);
    toast(t`Your card ${answer.data.lastDigits} is there.`, { kind: 'success' });
    if (!isMounted()) return;
    if (source === 'legacyRepay') replaceWith(href(paths.legacyRepay, orderId ? { orderId } : {}));
    else leavePage();
  };

  return (
    <Screen
      title={title}
      back={{ label: t`Back`, go: goBack }}
      busy={call.state === 'waiting'}
      actions={
        call.state === 'ready' ? (
          <Button busy={busy} onTap={() => void save()}>
            {t`Add card`}
          </Button>
        ) : null
      }
    >
      {call.state === 'waiting' ? <Skeleton name="form" /> : null}
      {call.state === 'refused' || call.state === 'unreachable' ? <CallPanel call={call} /> : null}
      {call.state === 'ready' ? (
        <>
          <p className={css.label}>
            {t`The number goes to the payment provider alone. We keep its last four digits.`}
          </p>
          <br />
          <PickerField
            label={t`Bank`}
            placeholder={t`Choose`}
            value={banks.filter((bank) => bank.bankCode === values.bankCode)[0]?.bankName ?? ''}
            onTap={() => setPicking(true)}
            buttonRef={bankButton}
            error={errorOf('bankCode')}
          />
          <TextField
            label={t`Card number`}
            name="cardNumber"
            format="card"
            autoComplete="cc-number"
            maxLength={19}
            value={values.cardNumber}
            onChange={change('cardNumber')}
            inputRef={inputs.cardNumber}
            error={errorOf('cardNumber')}
          />
          <TextField
            label={t`Works until (month and year)`}
            hint={t`As on the card, such as 0927`}
            name="validThru"
            format="number"
            autoComplete="cc-exp"
            maxLength={6}
            value={values.validThru}
            onChange={change('validThru')}
            inputRef={inputs.validThru}
            error={errorOf('validThru')}
          />
          <TextField
            label={t`Name on the card`}
            name="holderName"
            autoComplete="cc-name"
            maxLength={60}
            value={values.holderName}
            onChange={change('holderName')}
            inputRef={inputs.holderName}
            error={errorOf('holderName')}
          />
        </>
      ) : null}
      {picking ? (
        <Picker
          title={t`Bank`}
          options={banks.map((bank) => ({ key: bank.bankCode, name: bank.bankName }))}
          chosen={values.bankCode || undefined}
          words={{
            confirm: t`Confirm`,
            cancel: t`Cancel`,
            search: t`Search`,
            none: t`No bank of this name.`,
          }}
          onCancel={() => setPicking(false)}
          onConfirm={(key) => {
            setPicking(false);
            if (key) change('bankCode')(key);
          }}
        />
      ) : null}
    </Screen>
  );
}
